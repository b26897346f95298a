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
  /// What the last exchange was told; mostly the next one goes there, too.
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
