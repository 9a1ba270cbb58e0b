"""What happens to items, at any time and while they are served."""

from __future__ import annotations

from typing import Any, TypeVar

from tests.github_stub.entities import Issue, Item, PullRequest, Reaction, Remark
from tests.github_stub.registry import Moment, Registry, Who, maybe, moment
from tests.github_stub.talk import Comment, Event, Review, ReviewComment, ReviewRequest, ReviewThread

S = TypeVar("S", bound=Remark)


class History(Registry):
    """The verbs of a world. Each moves the item's last update forward, as on GitHub."""

    def event(self, item: Item, kind: str, actor: Who, at: Moment, **more: Any) -> Event:
        """An entry of the timeline, such as LabeledEvent or ReadyForReviewEvent; ``more`` are its own fields."""
        made = Event(
            **self._identity(kind), kind=kind, actor=self.person(actor), created_at=moment(at), subject=item, more=more
        )
        item.events.append(self._keep(made))
        return made

    def close(self, item: Item, at: Moment, by: Who = "maintainer", reason: str = "COMPLETED") -> None:
        item.closed_at = moment(at)
        if isinstance(item, Issue):
            item.state_reason = reason
        self.event(item, "ClosedEvent", by, at, state_reason=reason if isinstance(item, Issue) else None)
        self.touch(item, at)

    def merge(self, pull: PullRequest, at: Moment, by: Who = "maintainer") -> None:
        pull.merged_at, pull.merged_by = moment(at), self.person(by)
        self.event(pull, "MergedEvent", by, at, merge_ref_name=pull.base_ref_name)
        self.close(pull, at, by)

    def reopen(self, item: Item, at: Moment, by: Who = "maintainer") -> None:
        item.closed_at = None
        if isinstance(item, Issue):
            item.state_reason = "REOPENED"
        self.event(item, "ReopenedEvent", by, at)
        self.touch(item, at)

    def touch(self, item: Item, at: Moment) -> None:
        """Moves the item to the front of a walk by update. An update never goes back in time."""
        item.updated_at = max(item.updated_at, moment(at))

    def delete(self, item: Item) -> None:
        """The item is gone (deleted or transferred): its number and its id resolve to nothing."""
        self.nodes.pop(item.id, None)
        item.repository.issues.pop(item.number, None)
        item.repository.pull_requests.pop(item.number, None)

    def comment(self, item: Item, author: Who, at: Moment, body: str, **more: Any) -> Comment:
        """``more``: association, edited, minimized (a reason), reactions."""
        made = Comment(
            **self._said("IssueComment", item, author, at, body, more),
            url=self._anchor(item, "issuecomment-"),
            item=item,
        )
        item.comments.append(self._keep(made))
        self.touch(item, at)
        return self._reacted(made, more)

    def review(
        self, pull: PullRequest, author: Who, at: Moment, state: str = "COMMENTED", body: str = "", **more: Any
    ) -> Review:
        made = Review(
            **self._said("PullRequestReview", pull, author, at, body, more),
            url=self._anchor(pull, "pullrequestreview-"),
            state=state,
            pull_request=pull,
        )
        pull.reviews.append(self._keep(made))
        self.touch(pull, at)
        return self._reacted(made, more)

    def thread(
        self,
        pull: PullRequest,
        *said: tuple[Who, Moment, str],
        path: str = "vllm/engine.py",
        line: int | None = 1,
        resolved: bool = False,
        outdated: bool = False,
        review: Review | None = None,
    ) -> ReviewThread:
        """A review thread with its comments, each ``(author, at, body)``; an outdated one has no line any more."""
        made = ReviewThread(**self._identity("PullRequestReviewThread"), path=path, pull_request=pull)
        made.line, made.is_resolved, made.is_outdated = None if outdated else line, resolved, outdated
        pull.review_threads.append(self._keep(made))
        for author, at, body in said:
            self.reply(made, author, at, body, review=review)
        return made

    def reply(
        self,
        thread: ReviewThread,
        author: Who,
        at: Moment,
        body: str,
        *,
        review: Review | None = None,
        own_review: bool = True,
        **more: Any,
    ) -> ReviewComment:
        """A comment in a review thread. Without a review it gets one of its own, as on GitHub."""
        pull = thread.pull_request
        if review is None and own_review:
            review = self.review(pull, author, at)
        made = ReviewComment(
            **self._said("PullRequestReviewComment", pull, author, at, body, more),
            url=self._anchor(pull, "discussion_r"),
            pull_request=pull,
            thread=thread,
            pull_request_review=review,
        )
        thread.comments.append(self._keep(made))
        if review is not None:
            review.comments.append(made)
        self.touch(pull, at)
        return self._reacted(made, more)

    def _said(self, typename: str, item: Item, author: Who, at: Moment, body: str, more: dict[str, Any]) -> Any:
        return {
            **self._identity(typename),
            "author": self.person(author),
            "author_association": more.pop("association", "CONTRIBUTOR"),
            "body": body,
            "created_at": moment(at),
            "updated_at": moment(at),
            "repository": item.repository,
            "last_edited_at": maybe(more.pop("edited", None)),
            "minimized_reason": more.pop("minimized", None),
        }

    def _anchor(self, item: Item, kind: str) -> str:
        return f"{item.url}#{kind}{self._last_id}"

    def _reacted(self, said: S, more: dict[str, Any]) -> S:
        self.react(said, more.pop("reactions", {}))
        if more:
            raise TypeError(f"a world knows no {', '.join(more)}")
        return said

    def react(self, said: Remark, counts: dict[str, int]) -> None:
        """Adds reactions, such as ``{"THUMBS_UP": 3}``, each by another person."""
        for content, count in counts.items():
            for turn in range(count):
                made = Reaction(
                    **self._identity("Reaction"),
                    content=content,
                    created_at=said.created_at,
                    user=self.person(f"reader-{turn}"),
                )
                said.reactions.append(self._keep(made))

    def request_review(self, pull: PullRequest, reviewer: Who) -> ReviewRequest:
        made = ReviewRequest(
            **self._identity("ReviewRequest"), requested_reviewer=self.person(reviewer), pull_request=pull
        )
        pull.review_requests.append(self._keep(made))
        return made
