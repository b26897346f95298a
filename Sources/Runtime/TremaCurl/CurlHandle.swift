internal import CTremaCurl
import TremaHTTP

/// A libcurl easy handle that is reused for successive exchanges.
///
/// It is confined to the transport's thread. Its address is passed to libcurl's callbacks, which
/// are called only while the handle is in the multi handle. The loop holds a reference during that
/// time.
final class CurlHandle {
  /// The libcurl easy handle.
  let easy: UnsafeMutableRawPointer
  /// The header list of the current request, whose storage is reused.
  let headers = CurlHeaderList()
  /// The current exchange, or `nil` while the handle is in the pool.
  var exchange: CurlExchange?
  /// The buffer for libcurl's error messages, of `CURL_ERROR_SIZE` bytes.
  private let message: UnsafeMutablePointer<CChar>
  /// The certificates and keys that libcurl references; kept alive by the handle.
  private let memory: CurlTLSMemory
  /// Whether connections without TLS are not reused, because of a defect in libcurl 7.88.
  let usesConnectionsOnce: Bool
  /// The remote address of the last exchange and its formatted form, which the next exchange often
  /// reuses.
  var lastAddress: (address: String, port: Int, text: String)?
  /// The list of overridden addresses, owned by the handle.
  private var connectTo: UnsafeMutablePointer<curl_slist>?

  /// Creates a handle with the settings that all exchanges share, or returns `nil` if libcurl
  /// cannot allocate one.
  init?(_ settings: CurlSettings, _ memory: CurlTLSMemory) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.memory = memory
    usesConnectionsOnce =
      settings.version == .http2PriorKnowledge && CurlLibrary.hasFaultyHTTP2
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    settings.apply(to: easy)
    // Unsupported features were already refused when the transport was created.
    _ = memory.apply(to: easy)
    for address in settings.connectTo { connectTo = curl_slist_append(connectTo, address) }
    if connectTo != nil { trema_curl_set_pointer(easy, CURLOPT_CONNECT_TO, connectTo) }
    trema_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    setCallbacks()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(connectTo)
    message.deallocate()
  }

  /// Returns libcurl's message for a failure, or the code's general description if there is none.
  func message(for code: CURLcode) -> String {
    message.pointee == 0
      ? String(cString: curl_easy_strerror(code)) : String(cString: message)
  }

  /// Clears the message of an earlier failure.
  func clearMessage() { message.pointee = 0 }

  /// Registers the callbacks, with the unretained address of this object as their context.
  private func setCallbacks() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    for option in [
      CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_PREREQDATA,
      CURLOPT_PRIVATE, CURLOPT_SOCKOPTDATA,
    ] {
      trema_curl_set_pointer(easy, option, context)
    }
    trema_curl_set_transfer(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.exchange(context)?.receiveHead(line) == true ? size * count : 0
    }
    trema_curl_set_transfer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.exchange(context)?.receiveBody(chunk) ?? 0
    }
    trema_curl_set_transfer(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.exchange(context)?.provideBody(buffer) ?? Int(CURL_READFUNC_ABORT)
    }
    // The body is read only once. libcurl must not rewind it to send it again.
    trema_curl_set_seek(easy) { _, _, _ in Int32(CURL_SEEKFUNC_FAIL) }
    trema_curl_set_socket_hook(easy) { context, descriptor, _ in
      CurlHandle.exchange(context)?.addSocket(descriptor)
      return Int32(CURL_SOCKOPT_OK)
    }
    trema_curl_set_prerequest(easy) { context, address, _, port, localPort in
      let addresses = ConnectionSockets.Addresses(
        address: address.map { String(cString: $0) } ?? "", port: Int(port),
        localPort: Int(localPort))
      return CurlHandle.exchange(context)?.beginAttempt(over: addresses) == true
        ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
    }
  }

  /// Returns the exchange of the handle at an address.
  private static func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    guard let context else { return nil }
    return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().exchange
  }
}

extension CurlHandle {
  /// Sets the options that differ between exchanges.
  func prepare(_ transfer: PendingTransfer) {
    clearMessage()
    let request = transfer.request
    set(CURLOPT_URL, request.target)
    // This resets the options set for the previous exchange's method.
    set(CURLOPT_HTTPGET, 1)
    if request.method == .get, case .none = transfer.upload {
      trema_curl_set_pointer(easy, CURLOPT_CUSTOMREQUEST, nil)
    } else {
      set(CURLOPT_CUSTOMREQUEST, request.method.name)
    }
    if request.method == .head { set(CURLOPT_NOBODY, 1) }
    var hasBody = true
    switch transfer.upload {
    case .none: hasBody = false
    case .bytes(let bytes): setUpload(Int64(bytes.count))
    case .stream(let upload): setUpload(upload.length ?? -1)
    }
    let list = headers.fill(
      request.fields, hasBody: hasBody, addsAcceptEncoding: transfer.decodesContent)
    trema_curl_set_pointer(easy, CURLOPT_HTTPHEADER, list)
    let isSecure = request.isSecure
    // Waiting for a connection that can be shared is useful only if HTTP/2 may be negotiated.
    set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
    let isUsedOnce = usesConnectionsOnce && !isSecure
    set(CURLOPT_FRESH_CONNECT, isUsedOnce ? 1 : 0)
    set(CURLOPT_FORBID_REUSE, isUsedOnce ? 1 : 0)
    set(CURLOPT_BUFFERSIZE, transfer.context.delivery == .stream ? 1 << 17 : 1 << 14)
  }

  /// Makes the prepared request use a new connection, instead of one from libcurl's pool.
  func prepareFreshConnection() {
    clearMessage()
    set(CURLOPT_FRESH_CONNECT, 1)
  }

  /// Enables the upload of a body.
  ///
  /// - Parameter length: The length in bytes, or -1 if it is unknown, which selects chunked coding.
  private func setUpload(_ length: Int64) {
    set(CURLOPT_UPLOAD, 1)
    trema_curl_set_offset(easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(length))
  }

  /// Sets an option to a number.
  private func set(_ option: CURLoption, _ value: Int) {
    trema_curl_set_long(easy, option, value)
  }

  /// Sets an option to a string, which libcurl copies.
  private func set(_ option: CURLoption, _ text: String) {
    text.withCString { _ = trema_curl_set_pointer(easy, option, $0) }
  }
}

extension HTTPRequest {
  /// Whether the target has the `https` scheme. The target has been checked, so its scheme is
  /// `http` or `https`.
  var isSecure: Bool { target.utf8.dropFirst(4).first != UInt8(ascii: ":") }
}

extension CurlHandle {
  /// Returns the times that libcurl has measured for the current or last exchange, without the byte
  /// counts and the HTTP version.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - start: The start of the exchange.
  ///   - isConnected: Whether a connection was used.
  func metrics(now: CurlTime, start: CurlTime, isConnected: Bool) -> TransportMetrics {
    var metrics = TransportMetrics(total: .nanoseconds(now - start))
    metrics.nameLookupTime = time(CURLINFO_NAMELOOKUP_TIME_T)
    guard isConnected else { return metrics }
    let connections = connectionsMade
    metrics.isConnectionReused = connections == 0
    if connections == 0 {
      metrics.nameLookupTime = nil
    } else {
      metrics.connectTime = time(CURLINFO_CONNECT_TIME_T)
      metrics.tlsTime = time(CURLINFO_APPCONNECT_TIME_T)
    }
    metrics.firstByte = time(CURLINFO_STARTTRANSFER_TIME_T)
    metrics.remoteAddress = remoteAddress
    return metrics
  }

  /// The number of connections made for this exchange.
  var connectionsMade: Int {
    var count = 0
    trema_curl_get_long(easy, CURLINFO_NUM_CONNECTS, &count)
    return count
  }

  /// Returns a time that libcurl has measured, or `nil` if it is not available.
  private func time(_ info: CURLINFO) -> Duration? {
    var microseconds: curl_off_t = 0
    guard trema_curl_get_offset(easy, info, &microseconds) == CURLE_OK, microseconds > 0 else {
      return nil
    }
    return .microseconds(microseconds)
  }

  /// The address and the port of the server; an IPv6 address is in brackets.
  private var remoteAddress: String? {
    var text: UnsafeMutablePointer<CChar>?
    var port = 0
    guard trema_curl_get_text(easy, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text,
      text.pointee != 0,
      trema_curl_get_long(easy, CURLINFO_PRIMARY_PORT, &port) == CURLE_OK
    else { return nil }
    let address = String(cString: text)
    // A Unix domain socket has a path and no port.
    if port == 0 { return address }
    if let last = lastAddress, last.address == address, last.port == port { return last.text }
    let isIPv6 = address.utf8.contains(UInt8(ascii: ":"))
    let formatted = isIPv6 ? "[\(address)]:\(port)" : "\(address):\(port)"
    lastAddress = (address, port, formatted)
    return formatted
  }
}
