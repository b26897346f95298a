// Loads libxml2 when the first document requires it; most documents do not. Its dependencies ICU,
// liblzma and libstdc++ are loaded with it, which takes longer than the rest of a small command.
//
// Each function calls the libxml2 function with the same name. Other platforms, on which
// an unused library costs nothing at startup, link libxml2 directly.

#include "CTremaXML.h"

#ifdef __GLIBC__
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

// libxml2 2.14 changed its ABI. The library must match the version of the headers.
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
  FUNCTION(xmlInitParser) \
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

// Exits with an error, as the dynamic linker does for a missing library. Existing output files are
// unchanged. Hidden temporary files are removed by the next run, as after a killed process.
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
  // Documents may be read on several threads, which must not initialize the library at once.
  library.xmlInitParser();
}

static void need(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}

// The functions that can be the first call, and therefore load the library.

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

// The functions whose arguments are libxml2 objects, which means that the library is already
// loaded.

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

// The package depends on libxml2 for its headers, so the linker would make it a dependency of the
// executable. `--as-needed` omits libraries without referenced symbols. The Swift driver passes the
// content of this section to the linker.
__attribute__((used, section(".swift1_autolink_entries"))) static const char options[] =
    "-Wl,--as-needed";
#endif
