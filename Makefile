# Development tasks. The implementations are in Scripts.
PREFIX ?= /usr/local
export PREFIX DESTDIR
# Treats warnings as errors in this package, but not in packages that depend on it: see Package.swift.
export TREMA_STRICT = 1

.PHONY: help setup demo test lint format bench tsan docs gradle install clean

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10
setup: ## install missing dependencies; needs root or sudo only to install packages
	@Scripts/setup
demo: setup ## convert the sample catalogue and run the example app
	@Scripts/demo
test: setup ## build all targets and run all tests
	@Scripts/test
lint: setup ## check the source format, the comments, the links and the generated files
	@Scripts/lint
format: ## format the Swift sources
	@Scripts/format
bench: setup ## measure the performance promises (ONLY="convert check": only these parts)
	@Scripts/bench $(ONLY)
tsan: setup ## run the tests of concurrent code with the Thread Sanitizer
	@Scripts/test --scratch-path .build/tsan --sanitize thread
docs: setup ## generate the reference pages and build the documentation site in .build/site
	@Scripts/docs
	@Scripts/site
gradle: setup ## build the Gradle plugin in Plugins/Gradle/build/repository
	@gradle --offline --quiet --no-daemon --project-dir Plugins/Gradle repository
install: setup ## install the command in PREFIX/bin (default PREFIX: /usr/local)
	@Scripts/install
clean: ## remove build products
	rm -rf .build .venv Benchmarks/.build Examples/*/.build Plugins/Gradle/build Plugins/Gradle/.gradle
