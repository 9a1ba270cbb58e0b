"""Answers the mutations that publishing needs, with GitHub's own refusals.

What a person's token may write is ``world.permissions``: None is everything, else some of ``discussions``,
``contents`` and ``pull_requests``; an App's may write what it was given. Refusals are worded as clients have met them:
``STALE_DATA`` as in https://github.com/ministryofjustice/modernisation-platform/issues/11985, a protected branch as in
https://github.com/microsoft/vscode-remote-repositories-github/issues/252.
"""

from __future__ import annotations

import base64
from typing import Any

from tests.github_stub.connections import Info
from tests.github_stub.entities import PullRequest, Repository
from tests.github_stub.errors import Typed, forbidden, not_found_node
from tests.github_stub.places import Commit, Discussion, DiscussionComment, Ref

BODY_LIMIT = 65_536


def _unprocessable(message: str) -> Typed:
    return Typed("UNPROCESSABLE", message)


def _may(info: Info, what: str, place: Any) -> None:
    repository = place if isinstance(place, Repository) else place.repository
    if not info.context.grant.may_write(what, repository):
        raise forbidden()


def _node(info: Info, node_id: str) -> Any:
    found = info.context.world.nodes.get(node_id)
    if found is None:
        raise not_found_node(node_id)
    return found


def _own(info: Info, remark: Any) -> Any:
    """Others' texts may only be edited by who may write to the repository; here, nobody else's."""
    if remark.author is not info.context.grant.viewer:
        raise forbidden()
    return remark


def _body(text: str | None) -> str:
    if text is not None and len(text) > BODY_LIMIT:
        raise _unprocessable(f"Body is too long (maximum is {BODY_LIMIT} characters)")
    return (text or "").rstrip()


# -- discussions


def _create_discussion(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    repository, category = _node(info, input["repositoryId"]), _node(info, input["categoryId"])
    _may(info, "discussions", repository)
    made = info.context.world.discuss(
        input["title"], _body(input["body"]), repository=repository, category=category, author=info.context.grant.viewer
    )
    return {"discussion": made}


def _update_discussion(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    discussion: Discussion = _own(info, _node(info, input["discussionId"]))
    _may(info, "discussions", discussion)
    discussion.title = input.get("title", discussion.title)
    if "body" in input:
        discussion.body = _body(input["body"])
    discussion.updated_at = info.context.world.now
    return {"discussion": discussion}


def _add_comment(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    discussion: Discussion = _node(info, input["discussionId"])
    _may(info, "discussions", discussion)
    author = info.context.grant.viewer
    return {"comment": info.context.world.answer(discussion, _body(input["body"]), author=author)}


def _update_comment(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    comment: DiscussionComment = _own(info, _node(info, input["commentId"]))
    _may(info, "discussions", comment)
    comment.body = _body(input["body"])
    return {"comment": comment}


def _delete_comment(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    comment: DiscussionComment = _own(info, _node(info, input["id"]))
    _may(info, "discussions", comment)
    comment.discussion.comments.remove(comment)
    info.context.world.nodes.pop(comment.id)
    return {"comment": comment}


# -- branches and commits


def _create_ref(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    repository: Repository = _node(info, input["repositoryId"])
    _may(info, "contents", repository)
    name = input["name"].removeprefix("refs/heads/")
    if name in repository.branches:
        raise _unprocessable(f'A ref named "refs/heads/{name}" already exists in the repository.')
    known = {commit.oid: commit for ref in repository.branches.values() for commit in ref.history}
    if input["oid"] not in known:
        raise _unprocessable("Object does not exist")
    return {"ref": info.context.world.branch(repository, name, known[input["oid"]])}


def _create_commit(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    world = info.context.world
    place = input["branch"]
    repository = world.repositories[place["repositoryNameWithOwner"].lower()]
    _may(info, "contents", repository)
    name = place["branchName"]
    ref: Ref | None = repository.branches.get(name)
    if ref is None:
        raise Typed("NOT_FOUND", f'Branch named "{name}" could not be found.')
    if name in repository.protected_branches:
        raise _unprocessable(f"protected branch '{name}' check failed: Changes must be made through a pull request.")
    expected = input["expectedHeadOid"]
    if ref.target.oid != expected:
        raise Typed("STALE_DATA", f'Expected branch to point to "{expected}" but it did not.  Pull and try again.')
    changes = input["fileChanges"]
    files = {one["path"]: base64.b64decode(one["contents"]) for one in changes.get("additions", ())}
    message = input["message"]
    text = "\n\n".join(filter(None, (message["headline"], message.get("body"))))
    made: Commit = world.commit(repository, name, files, text)
    return {"commit": made, "ref": ref}


# -- pull requests


def _create_pull(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    world = info.context.world
    repository: Repository = _node(info, input["repositoryId"])
    _may(info, "pull_requests", repository)
    base, head = input["baseRefName"], input["headRefName"]
    for pull in repository.pull_requests.values():
        same = (pull.head_ref_name, pull.base_ref_name, pull.state) == (head, base, "OPEN")
        if same and not pull.is_cross_repository:
            raise _unprocessable(f"A pull request already exists for {repository.owner.login}:{head}.")
    if head not in repository.branches or base not in repository.branches:
        raise _unprocessable(f"Head sha can't be blank, Base sha can't be blank, No commits between {base} and {head}")
    if repository.branches[head].target is repository.branches[base].target:
        raise _unprocessable(f"No commits between {base} and {head}")
    made = world.pull(
        repository=repository.name_with_owner,
        title=input["title"],
        body=_body(input.get("body")),
        author=info.context.grant.viewer,
        base_ref_name=base,
        head_ref_name=head,
    )
    return {"pullRequest": made}


def _update_pull(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    pull: PullRequest = _node(info, input["pullRequestId"])
    _may(info, "pull_requests", pull)
    pull.title = input.get("title", pull.title)
    if "body" in input:
        pull.body = _body(input["body"])
    return {"pullRequest": pull}


def _add_labels(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    item = _node(info, input["labelableId"])
    _may(info, "pull_requests", item)
    wanted = [_node(info, label) for label in input["labelIds"]]
    item.labels += [label for label in wanted if label not in item.labels]
    return {"labelable": item}


def _request_reviews(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
    world = info.context.world
    pull: PullRequest = _node(info, input["pullRequestId"])
    _may(info, "pull_requests", pull)
    users = input.get("userIds") or ()
    if any(world.nodes[user] is pull.author for user in users):
        raise _unprocessable("Review cannot be requested from pull request author.")
    for user in users:
        world.request_review(pull, world.nodes[user])
    return {"pullRequest": pull}


FIELDS = {
    "Mutation": {
        "createDiscussion": _create_discussion,
        "updateDiscussion": _update_discussion,
        "addDiscussionComment": _add_comment,
        "updateDiscussionComment": _update_comment,
        "deleteDiscussionComment": _delete_comment,
        "createRef": _create_ref,
        "createCommitOnBranch": _create_commit,
        "createPullRequest": _create_pull,
        "updatePullRequest": _update_pull,
        "addLabelsToLabelable": _add_labels,
        "requestReviews": _request_reviews,
    }
}
