# What can be done here; how it is done stands in Scripts.
PREFIX ?= /usr/local
export PREFIX DESTDIR
# Here, not in the packages of others, warnings are errors: see Package.swift.
export TREMA_STRICT = 1

.PHONY: help setup demo test lint format bench tsan docs install clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10
setup: ## install what is missing; needs root or sudo only then
	@Scripts/setup
demo: setup ## convert the sample catalogue and run the example app
	@Scripts/demo
test: setup ## build everything and run all tests
	@Scripts/test
lint: setup ## check the format of the sources and what is generated from them
	@Scripts/lint
format: ## format the Swift sources
	@Scripts/format
bench: setup ## measure what is promised (ONLY="convert check": these parts alone)
	@Scripts/bench $(ONLY)
tsan: setup ## run the tests of what has threads under the Thread Sanitizer
	@Scripts/test --scratch-path .build/tsan --sanitize thread
docs: setup ## write the generated pages of the documentation, and build its site in .build/site
	@Scripts/docs
	@Scripts/site
install: setup ## install the command below PREFIX (/usr/local)
	@Scripts/install
clean: ## remove what was built
	rm -rf .build .venv Benchmarks/.build Examples/*/.build
