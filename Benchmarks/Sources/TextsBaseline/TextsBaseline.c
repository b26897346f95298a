#include "TextsBaseline.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<libintl.h>)
#include <libintl.h>

int texts_baseline_open(const char *folder, const char *domain, const char *language) {
  // LANGUAGE is ignored in the locale "C".
  if (setenv("LANGUAGE", language, 1) || !setlocale(LC_ALL, "C.UTF-8")) return -1;
  if (!bindtextdomain(domain, folder) || !bind_textdomain_codeset(domain, "UTF-8")) return -1;
  return 0;
}

const char *texts_baseline_text(const char *domain, const char *key) {
  return dgettext(domain, key);
}

int64_t texts_baseline_gettext(const char *domain, const char *const *keys, int count) {
  int64_t sum = 0;
  for (int index = 0; index < count; index++) sum += (unsigned char)*dgettext(domain, keys[index]);
  return sum;
}
#else
int texts_baseline_open(const char *folder, const char *domain, const char *language) { return -1; }
const char *texts_baseline_text(const char *domain, const char *key) { return key; }
int64_t texts_baseline_gettext(const char *domain, const char *const *keys, int count) {
  return -1;
}
#endif

struct texts_baseline_table {
  uint64_t mask;
  struct {
    const char *key;
    const char *value;
  } slots[];
};

static uint64_t hash(const char *key) {
  uint64_t hash = 0xcbf29ce484222325;
  for (; *key; key++) hash = (hash ^ (unsigned char)*key) * 0x100000001b3;
  return hash;
}

texts_baseline_table *texts_baseline_make(
    const char *const *keys, const char *const *values, int count) {
  uint64_t size = 1;
  while (size < 2 * (uint64_t)count) size *= 2;
  texts_baseline_table *table = calloc(1, sizeof *table + size * sizeof *table->slots);
  if (!table) return NULL;
  table->mask = size - 1;
  for (int index = 0; index < count; index++) {
    uint64_t slot = hash(keys[index]) & table->mask;
    while (table->slots[slot].key) slot = (slot + 1) & table->mask;
    table->slots[slot].key = keys[index];
    table->slots[slot].value = values[index];
  }
  return table;
}

int64_t texts_baseline_find(
    const texts_baseline_table *table, const char *const *keys, int count) {
  int64_t sum = 0;
  for (int index = 0; index < count; index++) {
    uint64_t slot = hash(keys[index]) & table->mask;
    while (table->slots[slot].key && strcmp(table->slots[slot].key, keys[index]))
      slot = (slot + 1) & table->mask;
    if (table->slots[slot].key) sum += (unsigned char)*table->slots[slot].value;
  }
  return sum;
}
