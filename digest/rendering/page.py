"""What the templates of a report ask, section by section, in one language.

Every method gives inline Markdown that is safe to print as it is, or which things a section tells of.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from digest.facts import stance
from digest.facts.problems import is_serious
from digest.facts.releases import highlights
from digest.facts.values import (
    Became,
    Discussion,
    Explanation,
    FollowUp,
    Oddity,
    Position,
    Problem,
    Reason,
    Role,
    Share,
    Waiting,
)
from digest.merging import STAGE as DAYS
from digest.model import ListName, Release, Usage
from digest.rendering import escape
from digest.rendering.course import Course
from digest.rendering.days import EXAMPLES
from digest.span import kind_of

NAMED = 4
"""People that a line names at the most."""


@dataclass(frozen=True, kw_only=True)
class Page(Course):
    """One report."""

    # Head

    @property
    def notices(self) -> list[str]:
        """What a reader must know before reading on: that it is a sample, what is missing."""
        sample = [self.t("notice.sample")] if self.facts.sample else []
        tallies = self.facts.receipt.items()
        wrong = [self._disagrees(name) for name, tally in tallies if not tally.agrees and tally.github is not None]
        unknown = [self.t(f"lists.{name}") for name, tally in tallies if tally.github is None]
        receipt = [self.t("notice.receipt", lists=self.join(wrong))] if wrong else []
        receipt += [self.t("notice.uncounted", lists=self.join(unknown))] if unknown else []
        stages = dict.fromkeys(
            one.stage for one in (*self.facts.degraded, *(self.narrative.degraded if self.narrative else ()))
        )
        missing = [
            self.t(f"notice.{stage}" if self.t.has(f"notice.{stage}") else "notice.other", stage=stage)
            for stage in stages
            if stage not in ("receipt", DAYS)
        ]
        return [*sample, *self.missing, *receipt, *missing]

    def _disagrees(self, name: ListName) -> str:
        tally = self.facts.receipt[name]
        return self.t("notice.tally", list=self.t(f"lists.{name}"), ours=tally.ours, github=tally.github)

    # Summary

    def pressing(self, problems: Iterable[Problem], most: int = 2) -> list[Problem]:
        """The open bugs that a reader must know of first."""
        found = self.weightiest([one for one in problems if self.is_open(one.number) and is_serious(one)])
        return [one for one in found if one.number not in self.told and not self._has_sentence(one)][:most]

    def _has_sentence(self, bug: Problem) -> bool:
        """Whether a model that wrote the summary, and left the bug out of it, told of it at its place."""
        return bool(self.told and self.all_claims("focus", bug.number))

    def remedy(self, bug: Problem) -> str:
        """What helps meanwhile, behind the title of a bug in the summary."""
        if bug.workaround:
            return self.t("summary.workaround", quote=self.said(bug.workaround))
        if bug.fixes:
            return self.t("summary.fix", refs=self.refs(bug.fixes))
        if bug.suspects:
            return self.t("summary.suspects", refs=self.refs(bug.suspects))
        return self.t("summary.no_fix") if any(one.reason is Reason.NO_FIX for one in bug.waiting) else ""

    @property
    def serious(self) -> list[Problem]:
        """Bugs that the section of what to watch names, beside what the summary told already."""
        return [one for one in self.facts.problems if one.number not in self.debated]

    def awaited(self, bug: Problem, told: Iterable[str]) -> list[Waiting]:
        """What would settle a bug, but for what is ``told`` beside it: whatever a model wrote, a fix where none is."""
        beside = " ".join(told)
        if self.names_all(bug.fixes, [beside]):
            return []
        left = [one for one in bug.waiting if not (one.number and f"[#{one.number}]" in beside)]
        missing = not bug.waiting and bug.lacks_fix and beside
        return [Waiting(reason=Reason.NO_FIX)] if missing else left

    @property
    def decided(self) -> list[Discussion]:
        passed = self.focused | self.told
        new = (one for one in self.facts.discussions if one.is_decided and one.number not in passed)
        return [one for one in new if not (self.told and self.claims("discussions", one.number, "outcome"))]

    @property
    def explained(self) -> list[str]:
        """One line for each list with an odd count."""
        lines = []
        for name in ListName:
            told = [self._explains(one) for one in self.facts.explanations if one.name is name]
            told += self.reopened(name)
            if told:
                n = len(self.facts.lists[name])
                lines.append(
                    self.t(
                        "summary.explained", list=self.t(f"lists.{name}"), n=n, reasons=self.t("semicolon").join(told)
                    )
                )
        return lines

    def _explains(self, one: Explanation) -> str:
        shown = one.pairs[: EXAMPLES if self.span is None else 1]
        pairs = self.join(self.t("summary.pair", old=self.link(old), new=self.ref(new)) for old, new in shown)
        more = self.t("summary.more") if one.pairs[len(shown) :] else ""
        key = f"oddity.{one.oddity}"
        return self.t(key, n=len(one.numbers), pairs=pairs + more if one.oddity is not Oddity.STALE_SWEEP else "")

    def release(self, release: Release) -> str:
        return f"[{escape.plain(release.name or release.tag)}]({escape.url(release.url)})"

    @property
    def releases_short(self) -> str:
        return self.join(
            self.t("span.release", name=self.release(one), at=self.minute(one.published_at))
            for one in self.facts.releases
        )

    def release_items(self, release: Release) -> str:
        """What its notes open with, to the letter."""
        items = [self.t("quote.words", words=escape.words(told)) for told in highlights(release)]
        return self.t("summary.release_items", items=self.t("semicolon").join(items)) if items else ""

    # Follow-ups

    def became(self, one: FollowUp) -> str:
        """What became of a watched item, behind its title."""
        if one.became is Became.REOPENED:
            spoken = self._spoken(one).removeprefix(self.t("colon")) if one.comments else ""
            return self._settled(one) + (self.t("semicolon") + spoken if spoken else "")
        if one.became is not Became.DISCUSSED:
            return self._settled(one) + self._followed(one.number)
        return self._spoken(one)

    def _spoken(self, one: FollowUp) -> str:
        values = {"who": self._some(one.voices), "n": one.comments}
        if place := self.debated.get(one.number):
            return self.t("follow_ups.discussed_below", place=str(place), **values)
        if one.number in self.focused and self.all_claims("focus", one.number):
            return self.t("follow_ups.told_below", **values)
        if one.newest is None:
            return self.t("follow_ups.voted", **values)
        return self.t("follow_ups.discussed", quote=self.said(one.newest), **values)

    def _some(self, logins: tuple[str, ...]) -> str:
        """The first of some people, and how many they are where that is not all."""
        shown = self.people(logins[:NAMED])
        return self.t("follow_ups.and_more", who=shown, n=len(logins)) if logins[NAMED:] else shown

    def _settled(self, one: FollowUp) -> str:
        at = self.minute(one.at) if one.at else ""
        if one.by:
            return self.t(f"follow_ups.{one.became}", at=at, by=self.person(one.by))
        return self.t(f"follow_ups.{one.became}_unknown", at=at)

    def _followed(self, number: int) -> str:
        """Where more is told of it, else what named it later in the day."""
        if place := self.debated.get(number):
            return self.t("focus.see_discussion", n=str(place))
        return self.sequels(number, [])

    def lost(self, ones: Iterable[FollowUp]) -> str:
        """What later days do not have any more: the sentence says so, and each state as of when it is."""
        return self.join(
            self.t("item.ref", kind=self.kind(n), link=self.link(n), state=self.state_seen(n))
            for n in (one.number for one in ones)
        )

    @property
    def followed_heading(self) -> str:
        kind = kind_of(self.facts.window.name)
        return self.t(f"span.followed.{kind}" if kind else "follow_ups.heading")

    def silent(self, ones: Iterable[FollowUp]) -> str:
        return self.join(self.ref(one.number) + self.days_silent(one) for one in ones)

    def days_silent(self, one: FollowUp) -> str:
        return self.t("follow_ups.silent_days", n=one.silent_days) if one.silent_days else ""

    # Discussions

    def disputes(self, debate: Discussion) -> str:
        """What still stands, unless a position says it already, or a model wrote of the thread and named none."""
        told = None if self.all_claims("discussions", debate.number) else debate.dispute
        repeats = told is not None and any(told.text in one.quote.text for one in debate.positions)
        return self.said(told) if told is not None and not repeats else ""

    def briefly(self, debate: Discussion) -> str:
        """Of a debate that is told in one line: a model's sentence, where it is told, else how it stands.

        Where nobody decided anything, that is the newest words of its last two voices.
        """
        if written := self.claims("discussions", debate.number, "brief"):
            return self.t("colon") + self.as_one(written)
        if debate.outcome and stance.weight(debate.outcome.text) > 0:
            return self.t("colon") + self.said(debate.outcome)
        newest = sorted((one.quote for one in debate.positions), key=lambda quote: quote.at)[-2:]
        return self.t("colon") + self.t("semicolon").join(map(self.said, newest)) if newest else ""

    def position(self, one: Position) -> str:
        who = self.source(one.quote)
        role = self.t(f"role.{one.role}") if one.role is not Role.PARTICIPANT else ""
        told = self.t("discussions.position", who=who, role=role, words=self.words(one.quote))
        if one.changed_mind:
            return told + self.t("discussions.changed_mind", quote=self.linked(one.changed_mind))
        return told + (self.t("discussions.conceded", quote=self.linked(one.conceded)) if one.conceded else "")

    def status(self, debate: Discussion) -> str:
        """How it stands: the state, then what a model wrote of the outcome, else what is waited for and decided."""
        item = self.facts.items[debate.number]
        at = self.minute(item.merged_at or item.closed_at or item.created_at)
        state = self.as_seen(item, self.t(f"status.{item.kind}.{item.state}", at=at))
        told = self.claims("discussions", debate.number, "outcome")
        rest = self.t("period") + self.as_one(told) if told else self._stands(debate)
        beside = self.all_claims("discussions", debate.number) if told else [rest]
        return state + rest + self.sequels(debate.number, beside) + self.newest_later(debate.number, here=True)

    def sequels(self, number: int, told: Iterable[str]) -> str:
        """Later items of the day that name it, but for those that stand beside it already."""
        beside = " ".join(told)
        new = [one.number for one in self.facts.sequels.get(number, ()) if f"[#{one.number}]" not in beside]
        return self.t("discussions.sequels", refs=self.refs(new)) if new else ""

    def _stands(self, debate: Discussion) -> str:
        waits = self.waits(debate.waiting, "waits")
        waiting = self.t("discussions.waiting", what=waits) if waits else ""
        if debate.outcome is None or not (debate.is_decided or stance.weight(debate.outcome.text) >= 0):
            return waiting
        key = "discussions.decided" if debate.is_decided else "discussions.approved_with"
        return waiting + self.t(key, quote=self.said(debate.outcome))

    # Activity

    def shares(self, shares: Iterable[Share]) -> str:
        return self.join(self.t("activity.share", who=self.person(one.login), n=one.count) for one in shares)

    def first_timers(self, people: Iterable[tuple[str, int]]) -> str:
        return self.join(
            self.t("activity.first_timer", who=self.person(login), ref=self.short(number)) for login, number in people
        )

    # Lists

    def labels(self, number: int) -> str:
        labels = self.facts.items[number].labels
        return ",".join(escape.plain(label) for label in labels) if labels else self.t("lists.no_label")

    def raw_title(self, number: int) -> str:
        """The title to the letter, for the lists."""
        return escape.plain(self.facts.items[number].title)

    def login(self, number: int) -> str:
        return escape.plain(self.facts.items[number].author)

    # Foot

    @property
    def receipt(self) -> str:
        """GitHub's own counts beside ours, where they agree; a disagreement is a notice at the top."""
        tallies = self.facts.receipt
        agrees = tallies.keys() == set(ListName) and all(tally.agrees for tally in tallies.values())
        return self.t("foot.receipt") if agrees else ""

    @property
    def written_by(self) -> str:
        """Who wrote it, how much of it was checked, and what it cost."""
        if self.narrative is None or not self.narrative.models:
            return self.t("foot.by_code")
        models = self.join(escape.code(name) for name in self.narrative.models)
        totals = self.narrative.verification
        if totals.claims == totals.dropped:
            return self.t("foot.by_code") + self.t("foot.all_dropped", models=models, n=totals.claims)
        told = self.t("foot.by_model", models=models, n=totals.claims, dropped=totals.dropped)
        if self.narrative.recorded:
            return told + self.t("foot.recorded")
        return told + self._cost(self.narrative.worth)

    def _cost(self, worth: Usage) -> str:
        """What the answers cost; a re-run that pays nothing says the same."""
        price = self.t("foot.no_price") if worth.cost_usd is None else self.t("foot.price", usd=f"{worth.cost_usd:.4f}")
        return self.t(
            "foot.cost", n=worth.llm_calls, input=worth.prompt_tokens, output=worth.completion_tokens, price=price
        )
