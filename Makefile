# `make play` and `make test` set up everything they need. PYTHON=... chooses the Python; UV= sets up with pip even where uv is there.
# KERNELS=all builds the kernel for every processor, as CI does, not only for this machine's.
.DEFAULT_GOAL := help
.PHONY: always help setup play test check check-format check-types check-api check-layers check-kernel check-pages check-workflows bench dist desktop format clean wasm build/wasm/kernel.wasm site

BIN := .venv/bin
SOURCES := src lab tests benchmarks tools examples
CPP := $(shell find kernel benchmarks lab -name '*.hpp' -o -name '*.cpp')
LIBRARY := $(shell find src/damaci -name locales -prune -o -name site -prune -o -name __pycache__ -prune -o -type d -print -o -name '*.py*' -print)
CHECKS := check-types check-api check-kernel check-pages check-format check-layers check-workflows
# As the last time, the first time only the kernel that this machine runs.
KERNELS ?= $(if $(wildcard .venv/.kernels-all),all,one)
export KERNELS
# GNU make 4 keeps the output of checks that run at the same time apart.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync)

help:            ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

setup: .venv/.damaci .venv/.catalogues  ## prepare .venv

play: setup      ## open the app (ARGS="--port 8000" passes options on)
	@$(BIN)/damaci $(ARGS)

test: check      ## every check and every test (ARGS="-k moves" passes options on)
	$(BIN)/pytest --numprocesses auto --dist loadfile --no-loadscope-reorder --max-worker-restart 0 $(ARGS)

check: setup     ## format, lint, types, layers, side by side
	@$(MAKE) --no-print-directory --jobs 4 $(SYNC) $(CHECKS)

check-format:
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)

check-types:
	$(BIN)/mypy

check-api: .venv/.api

check-layers:
	$(BIN)/lint-imports

check-kernel:
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/python -m tools.check_kernel

check-pages:
	tools/check_pages.sh

check-workflows:
	@$(BIN)/zizmor --offline --quiet --no-progress .github/workflows
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

bench: setup     ## run every benchmark
	$(BIN)/damaci bench
	@for each in benchmarks/[a-z]*.py; do $(BIN)/python -m benchmarks.$$(basename $$each .py) || exit 1; done

dist: setup      ## the wheel and the sdist of this machine, in dist/
	$(BIN)/python -m tools.dist

desktop: dist    ## the program for people without Python, in dist/
	$(BIN)/python tools/desktop/build.py dist/damaci-*.whl

format: setup    ## put every source into the one format
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/clang-format -i $(CPP)
	tools/check_pages.sh format

site: setup      ## build the site without a server in build/site
	@$(BIN)/python -m tools.site

wasm: build/wasm/kernel.wasm  ## build the kernel as a WebAssembly module

build/wasm/kernel.wasm: .venv/.packages
	@$(BIN)/python -m tools.wasm

clean:           ## remove what was made
	rm -rf .venv node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage* .import_linter_cache
	find $(SOURCES) -name __pycache__ -prune -exec rm -rf {} +

# Stamps inside .venv remember what is done, so that they vanish with it.
.venv/.packages: pyproject.toml uv.lock
	@tools/setup.sh packages
	@touch $@

.venv/.damaci: .venv/.packages .venv/.kernels-$(KERNELS) .venv/.modules CMakeLists.txt $(CPP)
	@tools/setup.sh damaci
	@touch $@

.venv/.kernels-one .venv/.kernels-all: | .venv/.packages
	@rm -f .venv/.kernels-*
	@touch $@

# The editable installation remembers where each module was: one that has become a package would not be found.
.venv/.modules: .venv/.packages always
	@find src/damaci -name '*.py' | LC_ALL=C sort >$@.now
	@cmp -s $@.now $@ || cp $@.now $@

# Basedpyright remembers nothing by itself. Folders are newer too when a file in them is gone.
.venv/.api: .venv/.packages pyproject.toml $(LIBRARY)
	@touch $@.begun
	$(BIN)/basedpyright
	@mv $@.begun $@

.venv/.catalogues: .venv/.packages tools/catalogues.py $(wildcard src/damaci/locales/*/LC_MESSAGES/damaci.po) \
  $(shell find src/damaci -path '*/static/*.js')
	@$(BIN)/python tools/catalogues.py
	@touch $@
