#include "Entry.h"

#include <stdlib.h>
#include <string.h>

void append(struct bytes *bytes, const char *text, size_t length) {
  if (bytes->count + length > bytes->capacity) {
    bytes->capacity = 2 * (bytes->count + length);
    bytes->start = realloc(bytes->start, bytes->capacity);
    if (!bytes->start) abort();
  }
  memcpy(bytes->start + bytes->count, text, length);
  bytes->count += length;
}

// Returns the length of the placeholder after a percent sign (`@`, `d`, `1$@`, `2$d`), or 0 if
// there is none.
static size_t placeholder(const char *text, const char *end) {
  const char *at = text;
  while (at < end && *at >= '0' && *at <= '9') at++;
  if (at > text) {
    if (at == end || *at != '$') return 0;
    at++;
  }
  return at < end && (*at == '@' || *at == 'd') ? (size_t)(at + 1 - text) : 0;
}

static int has_placeholders(const char *at, const char *end) {
  while ((at = memchr(at, '%', (size_t)(end - at)))) {
    at++;
    if (at < end && *at == '%') {
      at++;
    } else if (placeholder(at, end)) {
      return 1;
    }
  }
  return 0;
}

static unsigned long hexadecimal(const char *text) {
  char digits[5] = {text[0], text[1], text[2], text[3], 0};
  return strtoul(digits, NULL, 16);
}

// Appends the escape sequence at `at`, after a backslash, and returns its length in bytes.
static size_t append_escape(struct bytes *line, const char *at, const char *end) {
  if (at < end && *at == 'u' && end - at > 4) {
    // Two or three bytes in UTF-8: generated catalogs escape no other characters.
    unsigned long scalar = hexadecimal(at + 1);
    char utf8[3] = {(char)(0xC0 | scalar >> 6), (char)(0x80 | (scalar & 0x3F)), 0};
    size_t length = 2;
    if (scalar >= 0x800) {
      utf8[0] = (char)(0xE0 | scalar >> 12);
      utf8[1] = (char)(0x80 | (scalar >> 6 & 0x3F));
      utf8[2] = (char)(0x80 | (scalar & 0x3F));
      length = 3;
    }
    append(line, utf8, length);
    return 5;
  }
  // An apostrophe needs no escape in .strings; the other escapes are the same.
  if (at < end && *at == '\'') {
    append(line, "'", 1);
    return 1;
  }
  append(line, "\\", 1);
  if (at < end) append(line, at, 1);
  return at < end;
}

// Appends the placeholder or percent sign at `at` and returns its length in bytes.
static size_t append_percent(struct bytes *line, const char *at, const char *end, int formats) {
  size_t length = formats ? placeholder(at, end) : 0;
  append(line, "%", 1);
  if (length) {
    // The integer's length stays the same.
    append(line, at, length);
    return length;
  }
  if (formats) append(line, "%", 1);
  return at < end && *at == '%';
}

static void append_value(struct bytes *line, const char *at, const char *end) {
  int formats = has_placeholders(at, end);
  const char *plain = at;
  while (at < end) {
    char byte = *at;
    if (byte != '\\' && byte != '%' && byte != '"' && byte != '\n') {
      at++;
      continue;
    }
    append(line, plain, (size_t)(at - plain));
    at++;
    switch (byte) {
      case '\\': at += append_escape(line, at, end); break;
      case '%': at += append_percent(line, at, end, formats); break;
      case '"': append(line, "\\\"", 2); break;
      default: append(line, "\\n", 2); break;
    }
    plain = at;
  }
  append(line, plain, (size_t)(at - plain));
}

void append_entry(struct bytes *line, const struct bytes *key, const struct bytes *value) {
  append(line, "\"", 1);
  append(line, key->start, key->count);
  append(line, "\" = \"", 5);
  append_value(line, value->start, value->start + value->count);
  append(line, "\";\n", 3);
}
