"""What publishing asks GitHub, and the changes that it tells it to make.

https://docs.github.com/en/graphql/reference/mutations
"""

from __future__ import annotations

from collections.abc import Iterable

_PLACE = "id visibility isArchived url defaultBranchRef { name }"

CATEGORIES = f"""
query Categories($owner: String!, $name: String!) {{
  repository(owner: $owner, name: $name) {{
    {_PLACE}
    hasDiscussionsEnabled
    discussionCategories(first: 100) {{ nodes {{ id name slug }} }}
  }}
}}
"""
DISCUSSIONS = """
query Discussions($owner: String!, $name: String!, $category: ID!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(
      categoryId: $category, first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }
    ) {
      nodes { id createdAt viewerDidAuthor }
      pageInfo { hasNextPage endCursor }
    }
  }
}
"""
BODIES = """
query Bodies($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Discussion { id url title body comments(first: 100) { nodes { viewerDidAuthor } } } }
}
"""
DISCUSSION_COMMENTS = """
query DiscussionComments($id: ID!, $after: String) {
  node(id: $id) {
    ... on Discussion {
      comments(first: 20, after: $after) {
        nodes { id body viewerDidAuthor }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}
"""
CREATE_DISCUSSION = """
mutation CreateDiscussion($input: CreateDiscussionInput!) {
  createDiscussion(input: $input) { discussion { id url } }
}
"""
UPDATE_DISCUSSION = """
mutation UpdateDiscussion($input: UpdateDiscussionInput!) {
  updateDiscussion(input: $input) { discussion { id url } }
}
"""
ADD_COMMENT = """
mutation AddDiscussionComment($input: AddDiscussionCommentInput!) {
  addDiscussionComment(input: $input) { comment { id } }
}
"""
UPDATE_COMMENT = """
mutation UpdateDiscussionComment($input: UpdateDiscussionCommentInput!) {
  updateDiscussionComment(input: $input) { comment { id } }
}
"""
DELETE_COMMENT = """
mutation DeleteDiscussionComment($input: DeleteDiscussionCommentInput!) {
  deleteDiscussionComment(input: $input) { comment { id } }
}
"""


def branches(files: int) -> str:
    """Two branches with their heads, and files on each: variables ``head``, ``base``, ``h0``, ``b0`` ..."""
    variables = ", ".join(f"$h{n}: String!, $b{n}: String!" for n in range(files))
    blobs = "\n".join(
        f"    {side}{n}: object(expression: ${side}{n}) {{ ... on Blob {{ oid byteSize isTruncated text }} }}"
        for n in range(files)
        for side in "hb"
    )
    return f"""
query Branches($owner: String!, $name: String!, $head: String!, $base: String!, {variables}) {{
  repository(owner: $owner, name: $name) {{
    {_PLACE}
    head: ref(qualifiedName: $head) {{ id target {{ oid }} }}
    base: ref(qualifiedName: $base) {{ id target {{ oid }} }}
{blobs}
  }}
}}
"""


VISIBILITY = """
query Visibility($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) { visibility }
}
"""
PLACE = f"""
query Place($owner: String!, $name: String!) {{
  repository(owner: $owner, name: $name) {{ {_PLACE} }}
}}
"""
PULLS = """
query PullsOfBranch($owner: String!, $name: String!, $head: String!) {
  repository(owner: $owner, name: $name) {
    pullRequests(headRefName: $head, first: 50, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes {
        id url state title body baseRefName isCrossRepository
        labels(first: 100) { nodes { name } }
        reviewRequests(first: 100) {
          nodes { requestedReviewer { ... on User { login } } }
        }
        latestReviews(first: 100) { nodes { author { login } } }
      }
    }
  }
}
"""


def traces(names: Iterable[str]) -> str:
    """Files by their expressions (variables ``file…``), and pull requests by their heads (variables ``pulls…``)."""
    asked = {name: _PULLS_FROM if name.startswith("pulls") else _FILE for name in names}
    variables = ", ".join(f"${name}: String!" for name in asked)
    found = "\n".join(f"    {name}: {form.format(variable=f'${name}')}" for name, form in asked.items())
    return f"""
query Traces($owner: String!, $name: String!, {variables}) {{
  repository(owner: $owner, name: $name) {{
{found}
  }}
}}
"""


_FILE = "object(expression: {variable}) {{ ... on Blob {{ oid }} }}"
_PULLS_FROM = (
    "pullRequests(headRefName: {variable}, first: 20, orderBy: {{ field: CREATED_AT, direction: DESC }}) "
    "{{ nodes {{ url state baseRefName isCrossRepository labels(first: 100) {{ nodes {{ name }} }} }} }}"
)
LABELS = """
query LabelsThere($owner: String!, $name: String!) {
  repository(owner: $owner, name: $name) {
    labels(first: 100, orderBy: { field: NAME, direction: ASC }) { nodes { name } }
  }
}
"""
CREATE_REF = """
mutation CreateRef($input: CreateRefInput!) {
  createRef(input: $input) { ref { id } }
}
"""
CREATE_COMMIT = """
mutation CreateCommitOnBranch($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid url } }
}
"""
CREATE_PULL = """
mutation CreatePullRequest($input: CreatePullRequestInput!) {
  createPullRequest(input: $input) { pullRequest { id url } }
}
"""
UPDATE_PULL = """
mutation UpdatePullRequest($input: UpdatePullRequestInput!) {
  updatePullRequest(input: $input) { pullRequest { id url } }
}
"""
ADD_LABELS = """
mutation AddLabels($input: AddLabelsToLabelableInput!) {
  addLabelsToLabelable(input: $input) { labelable { __typename } }
}
"""
REQUEST_REVIEWS = """
mutation RequestReviews($input: RequestReviewsInput!) {
  requestReviews(input: $input) { pullRequest { id } }
}
"""


def labels(number: int) -> str:
    """Labels of a repository by their names: variables ``l0``, ``l1`` ..."""
    variables = ", ".join(f"$l{n}: String!" for n in range(number))
    found = "\n".join(f"    l{n}: label(name: $l{n}) {{ id name }}" for n in range(number))
    return f"""
query Labels($owner: String!, $name: String!, {variables}) {{
  repository(owner: $owner, name: $name) {{
{found}
  }}
}}
"""


def users(number: int) -> str:
    """People by their logins: variables ``u0``, ``u1`` ..."""
    variables = ", ".join(f"$u{n}: String!" for n in range(number))
    found = "\n".join(f"  u{n}: user(login: $u{n}) {{ id login }}" for n in range(number))
    return f"query Users({variables}) {{\n{found}\n}}\n"
