import Foundation

/// The forms of configuration files, and how they spell keys with texts.
enum ConfigSpelling: String, CaseIterable {
  case xml, binary, openStep, json, yaml, env, xcconfig

  var ending: String {
    switch self {
    case .xml, .binary, .openStep: "plist"
    default: rawValue
    }
  }

  /// - Parameter tail: Text at the end that breaks the file.
  func bytes(_ entries: [(key: String, value: String)], tail: String = "") throws -> [UInt8] {
    switch self {
    case .binary:
      let dictionary = Dictionary(entries.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      let data = try PropertyListSerialization.data(
        fromPropertyList: dictionary, format: .binary, options: 0)
      return tail.isEmpty ? Array(data) : Array(data.dropLast(8))
    case .xml:
      let lines = entries.map {
        "  <key>\($0.key)</key>\n  <string>\(Self.xml($0.value))</string>\n"
      }
      return Array(
        "<plist version=\"1.0\"><dict>\n\(lines.joined())\(tail)</dict></plist>\n".utf8)
    case .openStep:
      let lines = entries.map { "  \($0.key) = \(Self.quoted($0.value));\n" }
      return Array("{\n\(lines.joined())\(tail)}\n".utf8)
    case .json:
      let lines = entries.map { "  \"\($0.key)\": \(Self.quoted($0.value))" }
      return Array("{\n\(lines.joined(separator: ",\n"))\(tail)\n}\n".utf8)
    case .yaml:
      let lines = entries.map { "\($0.key): \(Self.quoted($0.value))\n" }
      return Array((lines.joined() + tail).utf8)
    case .env:
      let lines = entries.map { "\($0.key)='\($0.value)'\n" }
      return Array((lines.joined() + tail).utf8)
    case .xcconfig:
      let lines = entries.map { "\($0.key) = \($0.value.replacing("//", with: "/$()/"))\n" }
      return Array((lines.joined() + tail).utf8)
    }
  }

  /// A line with a single word, which the format does not allow there.
  func brokenLine(_ word: String) -> String {
    switch self {
    case .xml: "  <key>password</key>\n  <string>\(word)</strin>\n"
    case .json: ",\n  \"password\": \"\(word)\" oops"
    case .openStep: "  password = \"\(word)\"\n"
    case .yaml: "password:\n  \"\(word)\n  - a: [\n"
    case .env, .xcconfig: "\(word)\n"
    case .binary: " "
    }
  }

  private static func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
