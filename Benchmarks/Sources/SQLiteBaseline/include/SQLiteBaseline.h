#pragma once
#include <stdint.h>

// References for the key-value store: the same statements on the same file, prepared once.

/// Reads the values of `key 0` to `key 999` in the namespace `bench`, `count` reads in total.
/// Returns the total number of bytes, or -1 on failure.
int64_t sqlite_baseline_get(const char *path, int count);

/// Writes `value` for these keys, each in a separate transaction with synchronous=NORMAL.
/// Returns 0, or -1 on failure.
int sqlite_baseline_put(const char *path, const char *value, int count);
