#include <stddef.h>

/// Bytes that grow; never given back, for the process ends soon.
struct bytes {
  char *start;
  size_t count, capacity;
};

void append(struct bytes *bytes, const char *text, size_t length);

/// Appends `"key" = "value";` and a line feed, where the value is as a catalogue has it: with escapes of
/// the backslash, and placeholders.
void append_entry(struct bytes *line, const struct bytes *key, const struct bytes *value);
