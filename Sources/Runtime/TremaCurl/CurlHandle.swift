internal import CTremaCurl
import TremaHTTP

/// One easy handle of libcurl, used for one exchange after the other.
///
/// It belongs to the thread of a transport. libcurl hands its address to the functions below, which
/// are called while the handle is in the multi handle, that is while the loop holds it.
final class CurlHandle {
  let easy: UnsafeMutableRawPointer
  let headers = CurlHeaderList()
  var exchange: CurlExchange?
  private let message: UnsafeMutablePointer<CChar>
  private let memory: CurlTLSMemory
  /// Whether a connection without TLS serves one exchange alone.
  let usesConnectionsOnce: Bool
  /// The address of the last exchange, which is mostly that of the next one, too.
  var lastAddress: (address: String, port: Int, text: String)?
  private var connectTo: UnsafeMutablePointer<curl_slist>?

  init?(_ settings: CurlSettings, _ memory: CurlTLSMemory) {
    guard let easy = curl_easy_init() else { return nil }
    self.easy = easy
    self.memory = memory
    usesConnectionsOnce =
      settings.version == .http2PriorKnowledge && CurlLibrary.hasFaultyHTTP2
    message = .allocate(capacity: Int(CURL_ERROR_SIZE))
    message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    settings.apply(to: easy)
    // What it does not know was refused when the transport was made.
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

  /// The message of libcurl about a failure.
  func message(for code: CURLcode) -> String {
    message.pointee == 0
      ? String(cString: curl_easy_strerror(code)) : String(cString: message)
  }

  func clearMessage() { message.pointee = 0 }

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
      return CurlHandle.exchange(context)?.takeHead(line) == true ? size * count : 0
    }
    trema_curl_set_transfer(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.exchange(context)?.takeBody(piece) ?? 0
    }
    trema_curl_set_transfer(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
      return CurlHandle.exchange(context)?.giveBody(buffer) ?? Int(CURL_READFUNC_ABORT)
    }
    // A body is read once: libcurl cannot go back to send it again.
    trema_curl_set_seek(easy) { _, _, _ in Int32(CURL_SEEKFUNC_FAIL) }
    trema_curl_set_socket_hook(easy) { context, descriptor, _ in
      CurlHandle.exchange(context)?.addSocket(descriptor)
      return Int32(CURL_SOCKOPT_OK)
    }
    trema_curl_set_prerequest(easy) { context, address, _, port, localPort in
      let ends = ConnectionSockets.Ends(
        address: address.map { String(cString: $0) } ?? "", port: Int(port),
        localPort: Int(localPort))
      return CurlHandle.exchange(context)?.beginAttempt(over: ends) == true
        ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
    }
  }

  private static func exchange(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
    guard let context else { return nil }
    return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().exchange
  }
}

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
  /// Whether the scheme of the verified target, one of two, is `https`.
  var isSecure: Bool { target.utf8.dropFirst(4).first != UInt8(ascii: ":") }
}

extension CurlHandle {
  /// Returns the times that libcurl has of the current or last exchange, without counts and version.
  ///
  /// - Parameter isConnected: whether it came to a connection.
  func metrics(now: CurlTime, start: CurlTime, isConnected: Bool) -> TransportMetrics {
    var metrics = TransportMetrics(total: .nanoseconds(now - start))
    metrics.nameLookedUp = time(CURLINFO_NAMELOOKUP_TIME_T)
    guard isConnected else { return metrics }
    let connections = connectionsMade
    metrics.reusedConnection = connections == 0
    if connections == 0 {
      metrics.nameLookedUp = nil
    } else {
      metrics.connected = time(CURLINFO_CONNECT_TIME_T)
      metrics.secured = time(CURLINFO_APPCONNECT_TIME_T)
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

  private func time(_ info: CURLINFO) -> Duration? {
    var microseconds: curl_off_t = 0
    guard trema_curl_get_offset(easy, info, &microseconds) == CURLE_OK, microseconds > 0 else {
      return nil
    }
    return .microseconds(microseconds)
  }

  private var remoteAddress: String? {
    var text: UnsafeMutablePointer<CChar>?
    var port = 0
    guard trema_curl_get_text(easy, CURLINFO_PRIMARY_IP, &text) == CURLE_OK, let text,
      text.pointee != 0,
      trema_curl_get_long(easy, CURLINFO_PRIMARY_PORT, &port) == CURLE_OK
    else { return nil }
    let address = String(cString: text)
    // A socket in the file system has a path and no port.
    if port == 0 { return address }
    if let last = lastAddress, last.address == address, last.port == port { return last.text }
    let isIPv6 = address.utf8.contains(UInt8(ascii: ":"))
    let whole = isIPv6 ? "[\(address)]:\(port)" : "\(address):\(port)"
    lastAddress = (address, port, whole)
    return whole
  }
}
