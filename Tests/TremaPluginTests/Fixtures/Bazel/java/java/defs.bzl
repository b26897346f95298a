"""Replaces the rules for Java that Bazel 4 downloads to resolve any toolchain."""

java_binary = native.java_binary
java_import = native.java_import
java_runtime = native.java_runtime
java_toolchain = native.java_toolchain
