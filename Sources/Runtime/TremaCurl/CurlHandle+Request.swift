internal import CTremaCurl
import TremaHTTP

extension CurlHandle {
  /// Sets all that differs from one exchange to the next.
  func prepare(_ job: PendingTransfer) {
    clearMessage()
    let request = job.request
    set(CURLOPT_URL, request.target)
    // Undoes what the last method left behind.
    set(CURLOPT_HTTPGET, 1)
    if request.method == .get, case .none = job.upload {
      trema_curl_set_pointer(easy, CURLOPT_CUSTOMREQUEST, nil)
    } else {
      set(CURLOPT_CUSTOMREQUEST, request.method.name)
    }
    if request.method == .head { set(CURLOPT_NOBODY, 1) }
    var hasBody = true
    switch job.upload {
    case .none: hasBody = false
    case .bytes(let bytes): setUpload(Int64(bytes.count))
    case .stream(let upload): setUpload(upload.length ?? -1)
    }
    let list = headers.fill(
      request.fields, hasBody: hasBody, addsAcceptEncoding: job.decodesContent)
    trema_curl_set_pointer(easy, CURLOPT_HTTPHEADER, list)
    let isSecure = request.isSecure
    // Waiting for a connection that others share is of use where HTTP/2 may come.
    set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
    let isUsedOnce = usesConnectionsOnce && !isSecure
    set(CURLOPT_FRESH_CONNECT, isUsedOnce ? 1 : 0)
    set(CURLOPT_FORBID_REUSE, isUsedOnce ? 1 : 0)
    set(CURLOPT_BUFFERSIZE, job.context.delivery == .stream ? 1 << 17 : 1 << 14)
  }

  /// Makes the prepared request use a new connection.
  func prepareFreshConnection() {
    clearMessage()
    set(CURLOPT_FRESH_CONNECT, 1)
  }

  private func setUpload(_ length: Int64) {
    set(CURLOPT_UPLOAD, 1)
    trema_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(length))
  }

  private func set(_ option: CURLoption, _ value: Int) {
    trema_curl_set_long(easy, option, value)
  }

  private func set(_ option: CURLoption, _ text: String) {
    text.withCString { _ = trema_curl_set_pointer(easy, option, $0) }
  }
}

extension HTTPRequest {
  /// Of one that was checked: the scheme is one of two.
  var isSecure: Bool { target.utf8.dropFirst(4).first != UInt8(ascii: ":") }
}
