internal import CTremaCurl
import TremaHTTP
import TremaSupport

/// The fields of a request as libcurl reads them, in memory that is used again for the next one.
final class CurlHeaderList {
  private var lines: [CChar] = []
  private var starts: [Int] = []
  private var nodes: UnsafeMutablePointer<curl_slist>?
  private var capacity = 0

  deinit { nodes?.deallocate() }

  /// The fields that libcurl adds by itself; a line with the name alone leaves one out.
  private static let own: [(name: HTTPFields.Name, line: StaticString, isOfBody: Bool)] = [
    (.accept, "Accept:", false), (.expect, "Expect:", true),
    (.contentType, "Content-Type:", true),
  ]

  /// - Returns: the first node; valid until this is called again.
  func fill(
    _ fields: HTTPFields, hasBody: Bool, addsAcceptEncoding: Bool
  ) -> UnsafeMutablePointer<curl_slist>? {
    lines.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    for field in fields where !Self.isFraming(field.name) {
      begin(with: field.name.text)
      // Without a value it would mean that the field is left out.
      if field.value.isEmpty {
        lines.append(CChar(UInt8(ascii: ";")))
      } else {
        lines.append(CChar(UInt8(ascii: ":")))
        lines.append(CChar(UInt8(ascii: " ")))
        addBytes(of: field.value)
      }
      lines.append(0)
    }
    for (name, line, isOfBody) in Self.own where hasBody || !isOfBody {
      if !fields.contains(name) { append(whole: line) }
    }
    if addsAcceptEncoding { append(whole: "Accept-Encoding: gzip, deflate") }
    return link()
  }

  /// How long the body is and how it is cut is said by what sends it.
  private static func isFraming(_ name: HTTPFields.Name) -> Bool {
    switch name.text.utf8.count {
    case 14: name == .contentLength
    case 17: name == .transferEncoding
    default: false
    }
  }

  /// A line that is not ended: a literal must not come here for want of a label.
  private func begin(with text: String) {
    starts.append(lines.count)
    addBytes(of: text)
  }

  private func append(whole line: StaticString) {
    starts.append(lines.count)
    line.withUTF8Buffer {
      lines.append(contentsOf: UnsafeRawBufferPointer($0).bindMemory(to: CChar.self))
    }
    lines.append(0)
  }

  private func addBytes(of text: String) {
    var text = text
    text.withUTF8 {
      lines.append(contentsOf: UnsafeRawBufferPointer($0).bindMemory(to: CChar.self))
    }
  }

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
