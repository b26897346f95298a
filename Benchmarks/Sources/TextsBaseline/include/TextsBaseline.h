#pragma once
#include <stdint.h>

// What looking texts up costs in C: gettext on a file of msgfmt, and a table of hashes.

/// Opens FOLDER/LANGUAGE/LC_MESSAGES/DOMAIN.mo. Returns 0, or -1 where the C library has no gettext.
int texts_baseline_open(const char *folder, const char *domain, const char *language);

/// The text of `key` in DOMAIN; the key itself when there is none.
const char *texts_baseline_text(const char *domain, const char *key);

/// Asks dgettext for all keys. Returns the sum of the first bytes of their texts.
int64_t texts_baseline_gettext(const char *domain, const char *const *keys, int count);

/// A table with open addressing, at most half full, hashed with FNV-1a. It keeps the pointers.
typedef struct texts_baseline_table texts_baseline_table;
texts_baseline_table *texts_baseline_make(
    const char *const *keys, const char *const *values, int count);

/// Asks the table for all keys. Returns the sum of the first bytes of their texts.
int64_t texts_baseline_find(
    const texts_baseline_table *table, const char *const *keys, int count);
