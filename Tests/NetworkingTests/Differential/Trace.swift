import Foundation
import TremaHTTP
import TremaSupport

/// A request as the server saw it and the response, without fields that may differ.
struct Trace: Hashable, Sendable {
  /// The method, target and digest of the body as the server saw them. Empty where it does not
  /// report them.
  var seen: [String] = []
  /// The fields that the server saw, `name: value`, in the order of their names.
  var sent: [String] = []
  /// The status; nil if there was an error.
  var status: Int?
  /// `name: value`, in the order of their names, with one line a name.
  var fields: [String] = []
  /// The received body.
  var body = ""
  var error: String?

  /// The first difference between the traces.
  func difference(from other: Trace) -> String? {
    for (name, a, b) in [
      ("error", [error ?? ""], [other.error ?? ""]),
      ("status", ["\(status ?? 0)"], ["\(other.status ?? 0)"]), ("seen", seen, other.seen),
      ("sent", sent, other.sent), ("fields", fields, other.fields), ("body", [body], [other.body]),
    ] as [(String, [String], [String])] where a != b {
      let (ours, theirs) = (a.filter { !b.contains($0) }, b.filter { !a.contains($0) })
      return "\(name): \(ours) instead of \(theirs)"
    }
    return nil
  }
}

extension Trace {
  private struct Seen: Decodable {
    var method: String
    var target: String
    var fields: [String]
    var length: Int
    var digest: String
  }

  /// - Parameter fields: The received fields, without those of decoded content.
  init(_ status: Int, _ fields: HTTPFields, _ content: [UInt8]) throws {
    var content = content
    var fields = fields
    self.status = status
    // Fields about time and connection, which differ each way.
    for name in [HTTPFields.Name.date, .connection] { fields[name] = nil }
    if let text = fields["X-Seen"] {
      let seen = try JSONDecoder().decode(Seen.self, from: Data(text.utf8))
      self.seen = [seen.method, seen.target, "\(seen.length) bytes", seen.digest]
      sent = seen.fields.sorted()
    } else if fields[.contentType] == "application/json",
      var echo = try? JSONSerialization.jsonObject(with: Data(content)) as? [String: Any],
      let headers = echo.removeValue(forKey: "headers") as? [String: String]
    {
      // httpbin returns the fields that it received, so its length depends on all of them.
      fields[.contentLength] = nil
      sent = headers.map { "\($0.key.lowercased()): \($0.value)" }.sorted()
      content = Array(try JSONSerialization.data(withJSONObject: echo, options: .sortedKeys))
    }
    var digest = SHA256()
    digest.update(content)
    body = "\(content.count) bytes, \(digest.hexDigest())"
    let names = Set(fields.map(\.name)).subtracting(["X-Seen"])
    self.fields = names.map { name in
      "\(name.text.lowercased()): \(fields[values: name].joined(separator: ", "))"
    }.sorted()
  }
}
