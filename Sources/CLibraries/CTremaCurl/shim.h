#include <curl/curl.h>
#ifdef __linux__
#include <sys/eventfd.h>
#include <sys/prctl.h>
#endif

// Swift can't call variadic functions, so there is one wrapper for each argument type.

static inline CURLcode trema_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode trema_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode trema_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl doesn't copy the bytes, because a certificate bundle is large. They must remain valid
// until the handle is cleaned up.
static inline CURLcode trema_curl_set_blob(
    CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_NOCOPY};
  return curl_easy_setopt(easy, option, &blob);
}

typedef size_t (*trema_curl_transfer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode trema_curl_set_transfer(
    CURL *easy, CURLoption option, trema_curl_transfer function) {
  return curl_easy_setopt(easy, option, function);
}

static inline CURLcode trema_curl_set_seek(CURL *easy, curl_seek_callback function) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode trema_curl_set_prerequest(CURL *easy, curl_prereq_callback function) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode trema_curl_set_socket_hook(CURL *easy, curl_sockopt_callback function) {
  return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, function);
}

static inline CURLcode trema_curl_set_tls_hook(CURL *easy, curl_ssl_ctx_callback function) {
  return curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, function);
}

static inline CURLcode trema_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode trema_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode trema_curl_get_text(CURL *easy, CURLINFO info, char **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode trema_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode trema_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline curl_version_info_data *trema_curl_version(void) {
  return curl_version_info(CURLVERSION_NOW);
}

#ifdef __linux__
// Swift's Glibc module does not include <sys/eventfd.h>.
static inline int trema_curl_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// Sets the name of the current thread, at most 15 bytes. `pthread_setname_np` isn't available in
// Swift, because it is declared only with _GNU_SOURCE.
static inline void trema_curl_name_thread(const char *name) { prctl(PR_SET_NAME, name); }
#endif
