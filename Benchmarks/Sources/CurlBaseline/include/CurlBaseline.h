/// Sends `count` requests one after the other over one connection, with curl_easy_perform.
///
/// Returns how many were answered 200 with a body of `length` bytes.
long curl_baseline_easy(const char *url, long count, long length);

/// The same with curl_multi, `together` at once.
long curl_baseline_multi(const char *url, long count, long together, long length);
