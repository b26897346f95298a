#include <stddef.h>

/// A growing buffer. It is never freed, because the process is short-lived.
struct bytes {
  char *start;
  size_t count, capacity;
};

void append(struct bytes *bytes, const char *text, size_t length);

/// Appends `"key" = "value";` and a line feed. The value has the escapes and placeholders of a
/// catalog.
void append_entry(struct bytes *line, const struct bytes *key, const struct bytes *value);
