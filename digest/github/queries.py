"""Every question that is put to GitHub, in GraphQL.

*Lines* are what a list shows, with just enough of the newest comments and reviews to tell whether people talked in
the window. *Details* are the rest of an item. Bounds that a caller chooses are variables; `digest.github.cost` says
what a query costs with them. Each query asks for its own price.
"""

from __future__ import annotations

from collections.abc import Sequence

PRICE = "rateLimit { cost remaining resetAt }"

WHO = """
fragment Who on Actor { __typename login ... on User { company } }
"""

# An item has 100 labels at most, and hardly ever more than ten. Of the newest five comments one is nearly always by
# a person, and in or before the window; where that cannot be told, the item is read as a discussion.
ISSUE_LINE = """
fragment IssueLine on Issue {
  __typename id number title url createdAt updatedAt closedAt authorAssociation
  stateReason(enableDuplicate: true)
  author { ...Who }
  labels(first: 20) { nodes { name } pageInfo { hasNextPage } }
  comments(last: 5) { totalCount nodes { createdAt author { __typename } } }
}
"""
PULL_LINE = """
fragment PullLine on PullRequest {
  __typename id number title url createdAt updatedAt closedAt mergedAt authorAssociation
  isDraft baseRefName
  author { ...Who }
  labels(first: 20) { nodes { name } pageInfo { hasNextPage } }
  comments(last: 5) { totalCount nodes { createdAt author { __typename } } }
  reviews(last: 5) { totalCount nodes { submittedAt author { __typename } } }
}
"""

COMMENT = """
fragment CommentText on IssueComment {
  id url createdAt authorAssociation body isMinimized minimizedReason
  author { ...Who }
  reactions { totalCount }
}
"""
REVIEW = """
fragment ReviewText on PullRequestReview {
  id url submittedAt state authorAssociation body
  author { ...Who }
}
"""
REPLY = """
fragment ReplyText on PullRequestReviewComment {
  id url createdAt state authorAssociation body isMinimized minimizedReason
  author { ...Who }
}
"""
BEFORE = "pageInfo { hasPreviousPage startCursor }"
AFTER = "pageInfo { hasNextPage endCursor }"

REFERENCES = f"(first: 10) {{ nodes {{ number repository {{ nameWithOwner }} }} {AFTER} }}"
CLOSING = """
  timelineItems(last: 1, itemTypes: [CLOSED_EVENT]) { nodes { ... on ClosedEvent { createdAt actor { ...Who } } } }
"""
ISSUE_DETAIL = f"""
fragment IssueDetail on Issue {{
  body
  reactions {{ totalCount }}
  comments(last: $comments) {{ nodes {{ ...CommentText }} {BEFORE} }}
  closedByPullRequestsReferences{REFERENCES.replace("first: 10", "first: 10, includeClosedPrs: true")}
  {CLOSING}
}}
"""
# reviewDecision follows the newest opinion of each reviewer, which may be older than the newest reviews.
PULL_DETAIL = f"""
fragment PullDetail on PullRequest {{
  body reviewDecision mergeable additions deletions changedFiles
  mergedBy {{ ...Who }}
  reactions {{ totalCount }}
  comments(last: $comments) {{ nodes {{ ...CommentText }} {BEFORE} }}
  reviews(last: $reviews) {{ nodes {{ ...ReviewText }} {BEFORE} }}
  latestOpinionatedReviews(last: 10) {{ nodes {{ ...ReviewText }} }}
  files(first: $files) {{ nodes {{ path additions deletions }} {AFTER} }}
  closingIssuesReferences{REFERENCES}
  {CLOSING}
}}
"""
THREADS = f"""
  nodes {{
    id path isResolved isOutdated
    comments(last: $replies) {{ nodes {{ ...ReplyText }} {BEFORE} }}
  }}
  {BEFORE}
"""

REPOSITORY = f"""
query Repository($owner: String!, $name: String!, $releases: String) {{
  repository(owner: $owner, name: $name) {{
    nameWithOwner url isPrivate
    releases(first: 20, after: $releases, orderBy: {{field: CREATED_AT, direction: DESC}}) {{
      nodes {{ tagName name url createdAt publishedAt isPrerelease isDraft description author {{ ...Who }} }}
      {AFTER}
    }}
  }}
  {PRICE}
}}
{WHO}
"""

_BY_UPDATE = "orderBy: {field: UPDATED_AT, direction: DESC}"

ISSUES = f"""
query Issues($owner: String!, $name: String!, $first: Int!, $after: String) {{
  repository(owner: $owner, name: $name) {{
    issues(first: $first, after: $after, {_BY_UPDATE}) {{ nodes {{ ...IssueLine }} {AFTER} }}
  }}
  {PRICE}
}}
{WHO}{ISSUE_LINE}
"""
PULLS = f"""
query Pulls($owner: String!, $name: String!, $first: Int!, $after: String) {{
  repository(owner: $owner, name: $name) {{
    pullRequests(first: $first, after: $after, {_BY_UPDATE}) {{ nodes {{ ...PullLine }} {AFTER} }}
  }}
  {PRICE}
}}
{WHO}{PULL_LINE}
"""
LABELS = f"""
query Labels($ids: [ID!]!) {{
  nodes(ids: $ids) {{
    ... on Issue {{ id labels(first: 100) {{ nodes {{ name }} }} }}
    ... on PullRequest {{ id labels(first: 100) {{ nodes {{ name }} }} }}
  }}
  {PRICE}
}}
"""

ISSUE_DETAILS = f"""
query IssueDetails($ids: [ID!]!, $comments: Int!) {{
  nodes(ids: $ids) {{ __typename ... on Issue {{ id ...IssueDetail }} }}
  {PRICE}
}}
{WHO}{COMMENT}{ISSUE_DETAIL}
"""
PULL_DETAILS = f"""
query PullDetails($ids: [ID!]!, $comments: Int!, $reviews: Int!, $files: Int!) {{
  nodes(ids: $ids) {{ __typename ... on PullRequest {{ id ...PullDetail }} }}
  {PRICE}
}}
{WHO}{COMMENT}{REVIEW}{PULL_DETAIL}
"""
PULL_DISCUSSIONS = f"""
query PullDiscussions(
  $ids: [ID!]!, $comments: Int!, $reviews: Int!, $files: Int!, $threads: Int!, $replies: Int!
) {{
  nodes(ids: $ids) {{
    __typename ... on PullRequest {{ id ...PullDetail reviewThreads(last: $threads) {{ {THREADS} }} }}
  }}
  {PRICE}
}}
{WHO}{COMMENT}{REVIEW}{REPLY}{PULL_DETAIL}
"""


def _more(kind: str, connection: str, selection: str, fragments: str, variables: str = "") -> str:
    """The query for one more page of an item's connection."""
    return f"""
query More($id: ID!, $size: Int!, $cursor: String!{variables}) {{
  node(id: $id) {{ ... on {kind} {{ {connection} {{ {selection} }} }} }}
  {PRICE}
}}
{fragments}
"""


_BACK = "(last: $size, before: $cursor)"
_ON = "(first: $size, after: $cursor)"
_REFERENCE = f"nodes {{ number repository {{ nameWithOwner }} }} {AFTER}"
_COMMENTS = f"nodes {{ ...CommentText }} {BEFORE}"

MORE = {
    ("Issue", "comments"): _more("Issue", f"comments{_BACK}", _COMMENTS, WHO + COMMENT),
    ("Issue", "closedByPullRequestsReferences"): _more(
        "Issue", "closedByPullRequestsReferences(first: $size, after: $cursor, includeClosedPrs: true)", _REFERENCE, ""
    ),
    ("PullRequest", "comments"): _more("PullRequest", f"comments{_BACK}", _COMMENTS, WHO + COMMENT),
    ("PullRequest", "reviews"): _more(
        "PullRequest", f"reviews{_BACK}", f"nodes {{ ...ReviewText }} {BEFORE}", WHO + REVIEW
    ),
    ("PullRequest", "files"): _more("PullRequest", f"files{_ON}", f"nodes {{ path additions deletions }} {AFTER}", ""),
    ("PullRequest", "closingIssuesReferences"): _more("PullRequest", f"closingIssuesReferences{_ON}", _REFERENCE, ""),
    ("PullRequest", "reviewThreads"): _more(
        "PullRequest", f"reviewThreads{_BACK}", THREADS, WHO + REPLY, ", $replies: Int!"
    ),
    ("PullRequestReviewThread", "comments"): _more(
        "PullRequestReviewThread", f"comments{_BACK}", f"nodes {{ ...ReplyText }} {BEFORE}", WHO + REPLY
    ),
}
"""The query for more of a connection, by the type that has it and its name."""


def search(kinds: Sequence[str]) -> str:
    """A page of each of several searches in one request, each for one kind: ``Issue`` or ``PullRequest``.

    Variables ``q0``, ``first0``, ``after0`` ...
    """
    variables = ", ".join(f"$q{n}: String!, $first{n}: Int!, $after{n}: String" for n in range(len(kinds)))
    pages = "\n".join(_search_page(n, kind) for n, kind in enumerate(kinds))
    lines = "".join(text for kind, text in (("Issue", ISSUE_LINE), ("PullRequest", PULL_LINE)) if kind in kinds)
    return f"query Search({variables}) {{\n{pages}\n  {PRICE}\n}}\n{WHO}{lines}"


def _search_page(n: int, kind: str) -> str:
    line = "...IssueLine" if kind == "Issue" else "...PullLine"
    asked = f"type: ISSUE, query: $q{n}, first: $first{n}, after: $after{n}"
    return f"  p{n}: search({asked}) {{ issueCount nodes {{ {line} }} {AFTER} }}"


def counts(searches: int) -> str:
    """GitHub's own count for each of several searches in one request: variables ``q0``, ``q1`` ..."""
    variables = ", ".join(f"$q{n}: String!" for n in range(searches))
    numbers = "\n".join(
        f"  p{n}: search(type: ISSUE, query: $q{n}, first: 1) {{ issueCount }}" for n in range(searches)
    )
    return f"query Counts({variables}) {{\n{numbers}\n  {PRICE}\n}}\n"


def numbered(items: int) -> str:
    """The lines of items by their numbers: variables ``n0``, ``n1`` ..."""
    variables = ", ".join(f"$n{n}: Int!" for n in range(items))
    lines = "\n".join(
        f"    n{n}: issueOrPullRequest(number: $n{n}) {{ ...IssueLine ...PullLine }}" for n in range(items)
    )
    return f"""query Numbered($owner: String!, $name: String!, {variables}) {{
  repository(owner: $owner, name: $name) {{
{lines}
  }}
  {PRICE}
}}
{WHO}{ISSUE_LINE}{PULL_LINE}"""
