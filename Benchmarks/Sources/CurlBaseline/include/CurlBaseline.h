/// Sends `count` requests sequentially over one connection with curl_easy_perform.
///
/// Returns the number of responses with status 200 and a body of `length` bytes.
long curl_baseline_easy(const char *url, long count, long length);

/// Sends `count` requests with curl_multi, `together` of them concurrently. Returns the same
/// number.
long curl_baseline_multi(const char *url, long count, long together, long length);
