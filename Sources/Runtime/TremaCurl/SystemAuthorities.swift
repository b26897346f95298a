internal import CTremaCurl
import TremaSupport

/// The file of the authorities that libcurl trusts unless told otherwise.
enum SystemAuthorities {
  /// The path with which libcurl was built; `nil` if there is none, or no such file.
  static func path() -> String? {
    guard let easy = curl_easy_init() else { return nil }
    defer { curl_easy_cleanup(easy) }
    var text: UnsafeMutablePointer<CChar>?
    guard trema_curl_get_text(easy, CURLINFO_CAINFO, &text) == CURLE_OK, let text,
      access(text, R_OK) == 0
    else { return nil }
    return String(cString: text)
  }

  /// The certificates of the file; `nil` if there are none.
  static func bundle() -> [UInt8]? {
    guard let path = path() else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return PEM.holdsCertificates(bytes) ? bytes : nil
  }
}
