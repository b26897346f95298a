// expatconvert FILE FOLDER LANGUAGE...: reads a trema catalog with expat and writes
// FOLDER/LANGUAGE.strings for each language: a simple conversion in C. It checks only that the file
// is well-formed, and supports only the values of generated catalogs.

#include "Entry.h"

#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_languages = 16, piece = 1 << 16 };

struct conversion {
  int languages;
  char **names;
  FILE *files[most_languages];
  struct bytes key, value, line;
  // The index of the open value's language, or -1.
  int language;
};

static const char *attribute(const char **attributes, const char *name) {
  for (; *attributes; attributes += 2)
    if (!strcmp(attributes[0], name)) return attributes[1];
  return "";
}

static void start(void *context, const char *name, const char **attributes) {
  struct conversion *conversion = context;
  if (!strcmp(name, "text")) {
    const char *key = attribute(attributes, "key");
    conversion->key.count = 0;
    append(&conversion->key, key, strlen(key));
  } else if (!strcmp(name, "value")) {
    const char *language = attribute(attributes, "lang");
    conversion->value.count = 0;
    for (int index = 0; index < conversion->languages; index++)
      if (!strcmp(conversion->names[index], language)) conversion->language = index;
  }
}

static void end(void *context, const char *name) {
  struct conversion *conversion = context;
  if (conversion->language < 0 || strcmp(name, "value")) return;
  struct bytes *line = &conversion->line;
  line->count = 0;
  append_entry(line, &conversion->key, &conversion->value);
  fwrite(line->start, 1, line->count, conversion->files[conversion->language]);
  conversion->language = -1;
}

static void characters(void *context, const char *text, int length) {
  struct conversion *conversion = context;
  if (conversion->language >= 0) append(&conversion->value, text, (size_t)length);
}

static int parse(XML_Parser parser, FILE *file) {
  for (;;) {
    void *buffer = XML_GetBuffer(parser, piece);
    if (!buffer) return 0;
    size_t length = fread(buffer, 1, piece, file);
    if (XML_ParseBuffer(parser, (int)length, length == 0) != XML_STATUS_OK) return 0;
    if (length == 0) return !ferror(file);
  }
}

int main(int count, char **arguments) {
  if (count < 4 || count - 3 > most_languages) return 2;
  struct conversion conversion = {.languages = count - 3, .names = arguments + 3, .language = -1};
  for (int index = 0; index < conversion.languages; index++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.strings", arguments[2], conversion.names[index]);
    if (!(conversion.files[index] = fopen(path, "w"))) return 1;
  }
  FILE *file = fopen(arguments[1], "r");
  if (!file) return 1;
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &conversion);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, characters);
  int failed = !parse(parser, file);
  for (int index = 0; index < conversion.languages; index++)
    failed |= fclose(conversion.files[index]);
  return failed;
}
