#pragma once
#include <stdint.h>

// References in C for text lookups: gettext with a file from msgfmt, and a hash table.

/// Opens FOLDER/LANGUAGE/LC_MESSAGES/DOMAIN.mo. Returns 0, or -1 if gettext is not available.
int texts_baseline_open(const char *folder, const char *domain, const char *language);

/// Returns the text of `key` in DOMAIN, or the key itself if there is none.
const char *texts_baseline_text(const char *domain, const char *key);

/// Looks up all keys with dgettext. Returns the sum of their texts' first bytes.
int64_t texts_baseline_gettext(const char *domain, const char *const *keys, int count);

/// Creates a hash table with open addressing, a load factor of at most 0.5 and FNV-1a hashes. It
/// stores the pointers, not copies of the strings.
typedef struct texts_baseline_table texts_baseline_table;
texts_baseline_table *texts_baseline_make(
    const char *const *keys, const char *const *values, int count);

/// Looks up all keys in the table. Returns the sum of their texts' first bytes.
int64_t texts_baseline_find(
    const texts_baseline_table *table, const char *const *keys, int count);
