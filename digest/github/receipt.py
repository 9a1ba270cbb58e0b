"""The proof of completeness: GitHub's own count beside ours for each of the five lists.

GitHub's counts come from its search index, which lags, so they are asked in a request of their own, after the listing.
A mismatch is looked at again, with a pause, and once with a new listing; what is left of it is told.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from digest.errors import RemoteError
from digest.github.client import Client
from digest.github.counting import count
from digest.github.hydrate import Hydrated
from digest.github.ranges import of_list
from digest.model import Degradation, ListName, Tally, members
from digest.window import Window

STAGE = "receipt"

Receipt = dict[ListName, Tally]


@dataclass(frozen=True)
class Proof:
    """What was fetched, and the receipt for it."""

    fetched: Hydrated
    receipt: Receipt
    degraded: tuple[Degradation, ...] = ()

    @property
    def holds(self) -> bool:
        return all(tally.agrees for tally in self.receipt.values())


@dataclass(frozen=True)
class Prover:
    """Compares with GitHub. ``repository`` is the name that it uses now; ``relist`` fetches anew."""

    client: Client
    window: Window
    repository: str
    relist: Callable[[], Awaitable[Hydrated]]

    async def prove(self, fetched: Hydrated) -> Proof:
        """The proof, maybe over a new listing. Never raises a RemoteError: a receipt may have no counts of GitHub's."""
        self.client.progress.start(STAGE)
        proof = await self._insist(await self._counted(self._unproven(fetched)))
        told = "agrees with GitHub's own counts" if proof.holds else "does not agree with GitHub's own counts"
        self.client.progress.finish(STAGE, told)
        return proof if proof.degraded or proof.holds else replace(proof, degraded=_mismatches(proof.receipt))

    async def _insist(self, proof: Proof) -> Proof:
        """Counts again after each pause; the last time over a new listing."""
        pauses = self.client.patience.recounts
        for turn, pause in enumerate(pauses, start=1):
            if proof.holds or proof.degraded:
                return proof
            if not self.client.deadline.allows(pause):
                return replace(proof, degraded=_mismatches(proof.receipt, passing=True))
            self.client.progress.warn(f"{_mismatches(proof.receipt)[0].reason}; looking again in {pause:.0f} s")
            await self.client.patience.sleep(pause)
            again = await self._counted(await self._anew(proof) if turn == len(pauses) else proof)
            proof = proof if again.degraded else again
        return proof

    async def _anew(self, proof: Proof) -> Proof:
        try:
            return self._unproven(await self.relist())
        except RemoteError as error:
            self.client.progress.warn(f"the new listing failed: {error}")
            return proof

    def _unproven(self, fetched: Hydrated) -> Proof:
        """Our own counts, with nothing beside them yet."""
        ours = {name: len(members(fetched.items, name, self.window)) for name in ListName}
        return Proof(fetched, {name: Tally(ours=number, github=None) for name, number in ours.items()})

    async def _counted(self, proof: Proof) -> Proof:
        ranges = [of_list(name, self.repository, self.window) for name in ListName]
        try:
            counts = await count(self.client, ranges)
        except RemoteError as error:
            reason = f"GitHub's own counts could not be had: {error}"
            return replace(proof, degraded=(Degradation(stage=STAGE, reason=reason, passing=error.passing),))
        pairs = zip(ListName, counts, strict=True)
        return replace(proof, receipt={name: Tally(ours=proof.receipt[name].ours, github=n) for name, n in pairs})


def _mismatches(receipt: Receipt, *, passing: bool = False) -> tuple[Degradation, ...]:
    """One line for each list whose count is not GitHub's; ``passing`` where no time was left to look again."""
    return tuple(
        Degradation(
            stage=STAGE, reason=f"{name}: {tally.ours} listed, GitHub's search counts {tally.github}", passing=passing
        )
        for name, tally in receipt.items()
        if not tally.agrees
    )
