// saxread FILE: reads a file with libxml2's SAX interface and computes a checksum over every byte
// of every name, attribute and text. Prints the number of each and the checksum. This is the
// minimum work of any reader based on libxml2.

#include <libxml/parser.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct sums {
  uint64_t elements, attributes, bytes, checksum;
};

static void touch(struct sums *sums, const xmlChar *text, size_t length) {
  uint64_t sum = sums->checksum;
  for (size_t index = 0; index < length; index++) sum = sum * 31 + text[index];
  sums->checksum = sum;
}

static void start(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                  int namespaces, const xmlChar **declared, int count, int defaulted,
                  const xmlChar **attributes) {
  (void)prefix, (void)uri, (void)namespaces, (void)declared, (void)defaulted;
  struct sums *sums = context;
  sums->elements++;
  touch(sums, name, strlen((const char *)name));
  for (int index = 0; index < count; index++) {
    const xmlChar **attribute = attributes + 5 * index;
    sums->attributes++;
    touch(sums, attribute[0], strlen((const char *)attribute[0]));
    touch(sums, attribute[3], (size_t)(attribute[4] - attribute[3]));
  }
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  (void)prefix, (void)uri;
  touch(context, name, strlen((const char *)name));
}

static void characters(void *context, const xmlChar *text, int length) {
  struct sums *sums = context;
  sums->bytes += (uint64_t)length;
  touch(sums, text, (size_t)length);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = start;
  handler.endElementNs = end;
  handler.characters = characters;
  handler.cdataBlock = characters;
  handler.ignorableWhitespace = characters;
  struct sums sums = {0, 0, 0, 0};
  if (xmlSAXUserParseFile(&handler, &sums, arguments[1])) return 1;
  printf("%llu %llu %llu %016llx\n", (unsigned long long)sums.elements,
         (unsigned long long)sums.attributes, (unsigned long long)sums.bytes,
         (unsigned long long)sums.checksum);
  return 0;
}
