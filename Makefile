# Development tasks. The implementations are in Scripts.
PREFIX ?= /usr/local
export PREFIX DESTDIR
# Treats warnings as errors in this package, but not in packages that depend on it: see Package.swift.
export TREMA_STRICT = 1

.PHONY: help setup demo test test-release lint format bench tsan docs gradle install release clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14
setup: ## install all missing dependencies; needs root or sudo only to install packages
	@Scripts/setup
demo: ## convert the sample catalogue and run the example app
	@Scripts/setup build
	@Scripts/demo
test: ## build all targets and run all tests
	@Scripts/setup build test release
	@Scripts/test
test-release: ## run the tests of the command with its release build
	@Scripts/setup build test release
	@Scripts/test --release
lint: ## check the source format, the comments, the links and the generated files
	@Scripts/setup build
	@Scripts/lint
format: ## format the Swift sources
	@Scripts/format
bench: ## measure the performance promises (ONLY="convert check": only these parts)
	@Scripts/setup build test bench
	@Scripts/bench $(ONLY)
tsan: ## run the tests of concurrent code with the Thread Sanitizer
	@Scripts/setup build test release
	@Scripts/test --scratch-path .build/tsan --sanitize thread
docs: ## generate the reference pages and build the documentation site in .build/site
	@Scripts/setup build test
	@Scripts/docs
	@Scripts/site
gradle: ## build the Gradle plugin in Plugins/Gradle/build/repository
	@Scripts/setup gradle
	@gradle --offline --quiet --no-daemon --project-dir Plugins/Gradle repository
install: ## install the command in PREFIX/bin (default PREFIX: /usr/local)
	@Scripts/setup build
	@Scripts/install
release: ## write release artifacts to .build/release-artifacts (TREMA_SIGNING_KEY=FILE: signed)
	@Scripts/setup build release
	@Scripts/package $(RELEASE_OPTIONS)
clean: ## remove build products
	rm -rf .build .venv Benchmarks/.build Examples/*/.build Plugins/Gradle/build Plugins/Gradle/.gradle
