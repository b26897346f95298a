internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// The header list of a request in libcurl's representation, whose storage is reused for later
/// requests.
final class CurlHeaderList {
  /// The lines of the current request, each followed by NUL.
  private var lines: [CChar] = []
  /// The offset of each line in `lines`.
  private var starts: [Int] = []
  /// The memory for the nodes of the list, followed by the lines.
  private var nodes: UnsafeMutablePointer<curl_slist>?
  /// The size of the memory at `nodes`, in bytes.
  private var capacity = 0

  deinit { nodes?.deallocate() }

  /// The fields that libcurl adds on its own. A line with only the name and a colon suppresses a
  /// field.
  private static let defaultFields: [(name: HTTPFields.Name, line: StaticString, isOfBody: Bool)] =
    [
      (.accept, "Accept:", false), (.expect, "Expect:", true),
      (.contentType, "Content-Type:", true),
    ]

  /// Builds the list for the fields of a request.
  ///
  /// - Parameters:
  ///   - hasBody: Whether the request has a body that libcurl would add fields for.
  ///   - addsAcceptEncoding: Whether `Accept-Encoding` is added.
  /// - Returns: The first node, or `nil` if the list is empty. Valid until the next call.
  func fill(
    _ fields: HTTPFields, hasBody: Bool, addsAcceptEncoding: Bool
  ) -> UnsafeMutablePointer<curl_slist>? {
    lines.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    for field in fields where !Self.isFraming(field.name) {
      begin(with: field.name.text)
      // libcurl removes a field that has an empty value after the colon. A semicolon makes libcurl
      // send it with an empty value.
      if field.value.isEmpty {
        lines.append(CChar(UInt8(ascii: ";")))
      } else {
        lines.append(CChar(UInt8(ascii: ":")))
        lines.append(CChar(UInt8(ascii: " ")))
        addBytes(of: field.value)
      }
      lines.append(0)
    }
    for (name, line, isOfBody) in Self.defaultFields where hasBody || !isOfBody {
      if !fields.contains(name) { append(whole: line) }
    }
    if addsAcceptEncoding { append(whole: "Accept-Encoding: gzip, deflate") }
    return link()
  }

  /// Returns whether a field describes the length or the framing of the body, which libcurl
  /// determines itself.
  private static func isFraming(_ name: HTTPFields.Name) -> Bool {
    switch name.text.utf8.count {
    case 14: name == .contentLength
    case 17: name == .transferEncoding
    default: false
    }
  }

  /// Starts a line with the name of a field. The name differs from `append(whole:)` so that a
  /// string literal cannot select the wrong overload.
  private func begin(with text: String) {
    starts.append(lines.count)
    addBytes(of: text)
  }

  /// Appends a complete line.
  private func append(whole line: StaticString) {
    starts.append(lines.count)
    line.withUTF8Buffer {
      lines.append(contentsOf: UnsafeRawBufferPointer($0).bindMemory(to: CChar.self))
    }
    lines.append(0)
  }

  /// Appends the UTF-8 bytes of a string to the current line.
  private func addBytes(of text: String) {
    var text = text
    text.withUTF8 {
      lines.append(contentsOf: UnsafeRawBufferPointer($0).bindMemory(to: CChar.self))
    }
  }

  /// Copies the lines into the memory of the list and links its nodes.
  private func link() -> UnsafeMutablePointer<curl_slist>? {
    if starts.isEmpty { return nil }
    let size = MemoryLayout<curl_slist>.stride * starts.count + lines.count
    if size > capacity {
      nodes?.deallocate()
      capacity = max(1024, size * 2)
      nodes = UnsafeMutableRawPointer.allocate(
        byteCount: capacity, alignment: MemoryLayout<curl_slist>.alignment
      ).bindMemory(to: curl_slist.self, capacity: starts.count)
    }
    guard let nodes else { return nil }
    let text = UnsafeMutableRawPointer(nodes + starts.count).assumingMemoryBound(to: CChar.self)
    lines.withUnsafeBufferPointer { bytes in
      if let base = bytes.baseAddress { memcpy(text, base, bytes.count) }
    }
    for (index, start) in starts.enumerated() {
      nodes[index] = curl_slist(
        data: text + start, next: index + 1 < starts.count ? nodes + index + 1 : nil)
    }
    return nodes
  }
}
