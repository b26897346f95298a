#include "CurlBaseline.h"

#include <curl/curl.h>
#include <stdlib.h>

static size_t count_bytes(char *bytes, size_t size, size_t number, void *context) {
  (void)bytes;
  *(long *)context += (long)(size * number);
  return size * number;
}

static CURL *prepared(const char *url, long *length) {
  CURL *easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, count_bytes);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, length);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  return easy;
}

static int is_good(CURL *easy, long got, long length) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return status == 200 && got == length;
}

long curl_baseline_easy(const char *url, long count, long length) {
  long got = 0, good = 0;
  CURL *easy = prepared(url, &got);
  for (long index = 0; index < count; index++) {
    got = 0;
    if (curl_easy_perform(easy) == CURLE_OK) good += is_good(easy, got, length);
  }
  curl_easy_cleanup(easy);
  return good;
}

long curl_baseline_multi(const char *url, long count, long together, long length) {
  CURLM *multi = curl_multi_init();
  long *got = calloc((size_t)together, sizeof *got);
  CURL **easies = calloc((size_t)together, sizeof *easies);
  long begun = 0, ended = 0, good = 0;
  for (long index = 0; index < together && begun < count; index++, begun++) {
    easies[index] = prepared(url, &got[index]);
    curl_easy_setopt(easies[index], CURLOPT_PRIVATE, (char *)index);
    curl_multi_add_handle(multi, easies[index]);
  }
  while (ended < count) {
    int running, left;
    curl_multi_perform(multi, &running);
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
      CURL *easy = message->easy_handle;
      char *number = NULL;
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, &number);
      long index = (long)number;
      if (message->data.result == CURLE_OK) good += is_good(easy, got[index], length);
      ended++;
      curl_multi_remove_handle(multi, easy);
      if (begun < count) {
        got[index] = 0;
        begun++;
        curl_multi_add_handle(multi, easy);
      }
    }
    if (ended < count) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  for (long index = 0; index < together; index++)
    if (easies[index]) curl_easy_cleanup(easies[index]);
  curl_multi_cleanup(multi);
  free(easies);
  free(got);
  return good;
}
