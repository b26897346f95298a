#pragma once
#include <stdint.h>

// What a key-value store costs with SQLite alone: the same statements on the same file, prepared once.

/// Reads the values of `key 0` to `key 999` of the namespace `bench`, `count` times in all.
/// Returns how many bytes they have, or -1.
int64_t sqlite_baseline_get(const char *path, int count);

/// Writes `value` under those keys, each in a transaction of its own with synchronous=NORMAL.
/// Returns 0, or -1.
int sqlite_baseline_put(const char *path, const char *value, int count);
