internal import CTremaCurl
import TremaHTTP

extension CurlHandle {
  /// What libcurl knows of the exchange that is under way or just over. Counts and the version are
  /// left to others.
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

  /// For this exchange alone.
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
