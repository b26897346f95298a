// Loads libxml2 when the first document needs it, which the common shape does not. With it come ICU,
// liblzma and libstdc++: to load all of them takes longer than everything else that a small job does.
//
// Each function here calls the one of libxml2 that it is declared as. Systems where libraries cost
// nothing until they are called link libxml2 itself.

#include "CTremaXML.h"

#ifdef __GLIBC__
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

// Its interface has changed once, and the headers are of one of the two.
#define LIBRARY_NAME (LIBXML_VERSION < 21400 ? "libxml2.so.2" : "libxml2.so.16")

#define FUNCTIONS(FUNCTION) \
  FUNCTION(xmlBufferAdd) \
  FUNCTION(xmlBufferContent) \
  FUNCTION(xmlBufferCreate) \
  FUNCTION(xmlBufferEmpty) \
  FUNCTION(xmlBufferFree) \
  FUNCTION(xmlBufferLength) \
  FUNCTION(xmlByteConsumed) \
  FUNCTION(xmlCharEncCloseFunc) \
  FUNCTION(xmlCharEncInFunc) \
  FUNCTION(xmlCreatePushParserCtxt) \
  FUNCTION(xmlCtxtUseOptions) \
  FUNCTION(xmlFindCharEncodingHandler) \
  FUNCTION(xmlFreeDoc) \
  FUNCTION(xmlFreeParserCtxt) \
  FUNCTION(xmlParseChunk) \
  FUNCTION(xmlSAX2EntityDecl) \
  FUNCTION(xmlSAX2InternalSubset) \
  FUNCTION(xmlSAXVersion) \
  FUNCTION(xmlSetStructuredErrorFunc) \
  FUNCTION(xmlStopParser)

#define POINTER(name) __typeof__(name) *name;
static struct {
  FUNCTIONS(POINTER)
} library;

// What the loader does where a library is missing from the start: the command cannot go on. What was
// there stays as it was; hidden temporary files go with the next run, as those of a killed one do.
static void give_up(void) {
  const char *reason = dlerror();
  dprintf(STDERR_FILENO, "trema: error: cannot load libxml2, which this needs: %s\n",
          reason ? reason : LIBRARY_NAME);
  _exit(127);
}

static void load(void) {
  void *handle = dlopen(LIBRARY_NAME, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) give_up();
#define LOOK_UP(name) \
  if (!(library.name = (__typeof__(name) *)dlsym(handle, #name))) give_up();
  FUNCTIONS(LOOK_UP)
}

static void need(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

// What may be called first.

xmlBufferPtr xmlBufferCreate(void) {
  need();
  return library.xmlBufferCreate();
}

xmlParserCtxtPtr xmlCreatePushParserCtxt(xmlSAXHandlerPtr handler, void *user, const char *chunk,
                                         int size, const char *file) {
  need();
  return library.xmlCreatePushParserCtxt(handler, user, chunk, size, file);
}

xmlCharEncodingHandlerPtr xmlFindCharEncodingHandler(const char *name) {
  need();
  return library.xmlFindCharEncodingHandler(name);
}

int xmlSAXVersion(xmlSAXHandler *handler, int version) {
  need();
  return library.xmlSAXVersion(handler, version);
}

void xmlSetStructuredErrorFunc(void *context, xmlStructuredErrorFunc handler) {
  need();
  library.xmlSetStructuredErrorFunc(context, handler);
}

// What takes something that libxml2 has made.

int xmlBufferAdd(xmlBufferPtr buffer, const xmlChar *bytes, int count) {
  return library.xmlBufferAdd(buffer, bytes, count);
}

const xmlChar *xmlBufferContent(const xmlBuffer *buffer) {
  return library.xmlBufferContent(buffer);
}

void xmlBufferEmpty(xmlBufferPtr buffer) { library.xmlBufferEmpty(buffer); }

void xmlBufferFree(xmlBufferPtr buffer) { library.xmlBufferFree(buffer); }

int xmlBufferLength(const xmlBuffer *buffer) { return library.xmlBufferLength(buffer); }

long xmlByteConsumed(xmlParserCtxtPtr context) { return library.xmlByteConsumed(context); }

int xmlCharEncCloseFunc(xmlCharEncodingHandler *handler) {
  return library.xmlCharEncCloseFunc(handler);
}

int xmlCharEncInFunc(xmlCharEncodingHandler *handler, xmlBufferPtr output, xmlBufferPtr input) {
  return library.xmlCharEncInFunc(handler, output, input);
}

int xmlCtxtUseOptions(xmlParserCtxtPtr context, int options) {
  return library.xmlCtxtUseOptions(context, options);
}

void xmlFreeDoc(xmlDocPtr document) { library.xmlFreeDoc(document); }

void xmlFreeParserCtxt(xmlParserCtxtPtr context) { library.xmlFreeParserCtxt(context); }

int xmlParseChunk(xmlParserCtxtPtr context, const char *chunk, int size, int terminate) {
  return library.xmlParseChunk(context, chunk, size, terminate);
}

void xmlSAX2EntityDecl(void *context, const xmlChar *name, int type, const xmlChar *publicID,
                       const xmlChar *systemID, xmlChar *content) {
  library.xmlSAX2EntityDecl(context, name, type, publicID, systemID, content);
}

void xmlSAX2InternalSubset(void *context, const xmlChar *name, const xmlChar *externalID,
                           const xmlChar *systemID) {
  library.xmlSAX2InternalSubset(context, name, externalID, systemID);
}

void xmlStopParser(xmlParserCtxtPtr context) { library.xmlStopParser(context); }

// The package names libxml2 for its headers, and the linker would load it from the start again:
// libraries that nothing calls are left out. Swift hands the linker what stands in such a section.
__attribute__((used, section(".swift1_autolink_entries"))) static const char options[] =
    "-Wl,--as-needed";
#endif
