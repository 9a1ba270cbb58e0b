"""What ``--help`` says beside the options. A backspace on a line of its own keeps the paragraph's lines as they are."""

PROGRAM = "One page a day for a busy GitHub repository: exact counts, the discussions, what changed, what to watch."

RUN = """Fetch a window, gather its facts, write the report.

Without a window it is the newest complete day, ended at least 10 minutes ago. Without a model every section that code
can write is written by code. With --snapshot, repository and window are the snapshot's: no other may be given.

\b
Examples:
  vllm-digest run
  vllm-digest run --date 2026-03-03 --language zh-CN --language en
  vllm-digest run --since 2026-03-03T11:21 --until 2026-03-04T11:21
  vllm-digest run --repository pytorch/pytorch --timezone UTC
  vllm-digest run --model openai/gpt-5 --model ollama/qwen3:32b
  vllm-digest run --snapshot reports/vllm-project/vllm/2026-03-03/snapshot.json
  vllm-digest run --publish dir:site --publish "discussion:acme/news?category=Daily" --dry-run
"""

DAYS = (
    ("since", "YYYY-MM-DD", "The first day."),
    ("until", "YYYY-MM-DD", "The day after the last one. Without it: up to the newest complete day."),
    ("repository", "OWNER/NAME", "The repository; repeatable [default: vllm-project/vllm]."),
    ("jobs", "N", "Days that are under way at once [default: 4]."),
)

BACKFILL = """Make a report for each day that lacks one, oldest first.

Says first how many days those are and about what they will cost; with --dry-run it stops there, and asks no target
what would change. A day has its report when its files stand below --out or, with --publish, when every target has it.
Cut off anywhere, it goes on when it is started again, and neither asks GitHub nor pays a model twice. --max-cost is for
all days together.

\b
Examples:
  vllm-digest backfill --since 2026-02-01 --until 2026-03-01      # the 28 days of February
  vllm-digest backfill --since 2026-02-01 --dry-run
  vllm-digest backfill --since 2026-02-01 --repository pytorch/pytorch --repository vllm-project/vllm
  vllm-digest backfill --since 2026-02-01 --model openai/gpt-5 --max-cost 20 --jobs 8
"""

SAMPLE = """Write a report from a bundled, made-up window: no network, no key.

\b
Example:
  vllm-digest sample                          # in Chinese
  vllm-digest sample --language en            # in English
"""

FETCH = """Only fetch: write snapshot.json where `run` would.

\b
Example:
  vllm-digest fetch --date 2026-03-03
  vllm-digest run --snapshot reports/vllm-project/vllm/2026-03-03/snapshot.json
"""

CHECK = """Say what a run would do, where each setting stands, and everything that is wrong.

Secrets are masked. Takes the options of `run`, to see what they would change.

\b
Example:
  vllm-digest config check
  vllm-digest config check ci/vllm-digest.yml --model openai/gpt-5
"""

ROLLUP = """The report of a week or a month, out of the reports of its days.

Nothing is fetched: the days' report.json and snapshot.json are read below --out, where `run` wrote them. Each count is
the sum of the days'; an item stands once, in the state in which it was last seen. Days that are missing are named.

\b
Example:
  vllm-digest rollup --week 2026-W10
  vllm-digest rollup --month 2026-03 --language zh-CN --language en
  vllm-digest rollup --week 2026-W10 --publish "discussion:acme/news?category=Weekly"
"""

VERIFY = """Check any Markdown report against the fetched data, statement by statement.

Also one that this program did not write. Employers are known by the focus areas of the config file or preset.

\b
Example:
  vllm-digest verify report.md --snapshot reports/vllm-project/vllm/2026-03-03/snapshot.json
  vllm-digest verify report.md --snapshot monday.json --snapshot tuesday.json --json

\b
Exit status:
  0  nothing is refuted
  1  something is refuted
  2  the report, a snapshot or a setting cannot be read
"""

SITE = """Make the site of a folder of reports: its home, each project's list and feed, and the reports' pages.

DIR is where `run` writes to (--out). Only files whose bytes change are written; their paths go to stdout. The links of
the feeds are relative unless --base-url says where the site will stand.

\b
Example:
  vllm-digest site reports
  vllm-digest site reports --base-url https://example.org/reports

\b
Exit status:
  0  done
  1  done, but something was passed over that should be a report
  2  the folder or a setting cannot be used
"""

EPILOG = """\b
Each setting is found in this order:
  its flag; the environment, VLLM_DIGEST_<OPTION> (VLLM_DIGEST_DAY_START), lists one a line;
  the config file, vllm-digest.yml in the working folder; the repository's preset; the default.
  The GitHub token is read from VLLM_DIGEST_GITHUB_TOKEN or GITHUB_TOKEN; one of any scope will do:
  https://github.com/settings/tokens, or export GITHUB_TOKEN=$(gh auth token)

\b
Written below --out, as OWNER/NAME/WINDOW/: report.LANGUAGE.md, report.LANGUAGE.html, report.json, snapshot.json.
Their paths go to stdout, everything else to stderr.

\b
Exit status:
  0  done, also when something is missing from the report (it says so)
  1  a remote side refused or stayed unreachable, or every target failed
  2  options, settings or input are wrong
  3  something is missing from the report, and --strict was given
  130  interrupted; what was finished is kept in the state
"""
