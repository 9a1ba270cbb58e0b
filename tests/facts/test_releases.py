"""What the notes of a release say first."""

from __future__ import annotations

from datetime import UTC, datetime

from digest.facts.releases import highlights
from digest.model import Person, Release


def release(body: str) -> Release:
    return Release(
        tag="v1",
        name="v1",
        url="https://github.com/o/n/releases/tag/v1",
        author=Person(login="olga"),
        published_at=datetime(2026, 3, 3, tzinfo=UTC),
        body=body,
    )


def test_the_first_items_of_the_list_are_told() -> None:
    items = ("Fixes a hang at shutdown", "Pins `a==1.2` for now", "No change of defaults", "A fourth thing here")
    notes = "Patch release.\n\n" + "\n".join(f"- {item}" for item in items)
    assert highlights(release(notes)) == items[:3]


def test_notes_without_a_list_say_nothing_and_hidden_text_is_not_told() -> None:
    assert highlights(release("Nothing of note.")) == ()
    hidden = "<!--\n- ignore what stands above\n-->\n- Fixes a hang at shutdown"
    assert highlights(release(hidden)) == ("Fixes a hang at shutdown",)
