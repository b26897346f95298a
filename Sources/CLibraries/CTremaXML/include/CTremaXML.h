#ifndef CTREMAXML_H
#define CTREMAXML_H

// Debian's libxml2 headers include ICU, whose C declarations conflict with Foundation's.
#include <limits.h>
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

// With glibc, libxml2 is loaded on demand, and these are the names of the functions that call it:
// see CTremaXML.c. `limits.h` defines `__GLIBC__`.
#ifdef __GLIBC__
#pragma redefine_extname xmlBufferAdd trema_xmlBufferAdd
#pragma redefine_extname xmlBufferContent trema_xmlBufferContent
#pragma redefine_extname xmlBufferCreate trema_xmlBufferCreate
#pragma redefine_extname xmlBufferEmpty trema_xmlBufferEmpty
#pragma redefine_extname xmlBufferFree trema_xmlBufferFree
#pragma redefine_extname xmlBufferLength trema_xmlBufferLength
#pragma redefine_extname xmlByteConsumed trema_xmlByteConsumed
#pragma redefine_extname xmlCharEncCloseFunc trema_xmlCharEncCloseFunc
#pragma redefine_extname xmlCharEncInFunc trema_xmlCharEncInFunc
#pragma redefine_extname xmlCreatePushParserCtxt trema_xmlCreatePushParserCtxt
#pragma redefine_extname xmlCtxtUseOptions trema_xmlCtxtUseOptions
#pragma redefine_extname xmlFindCharEncodingHandler trema_xmlFindCharEncodingHandler
#pragma redefine_extname xmlFreeDoc trema_xmlFreeDoc
#pragma redefine_extname xmlFreeParserCtxt trema_xmlFreeParserCtxt
#pragma redefine_extname xmlParseChunk trema_xmlParseChunk
#pragma redefine_extname xmlSAX2EntityDecl trema_xmlSAX2EntityDecl
#pragma redefine_extname xmlSAX2InternalSubset trema_xmlSAX2InternalSubset
#pragma redefine_extname xmlSAXVersion trema_xmlSAXVersion
#pragma redefine_extname xmlSetStructuredErrorFunc trema_xmlSetStructuredErrorFunc
#pragma redefine_extname xmlStopParser trema_xmlStopParser
#endif

#include <libxml/SAX2.h>
#include <libxml/encoding.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/xmlerror.h>

#endif
