import Foundation
import TremaPropertyLists
import TremaSupport

import struct TremaSupport.SourcePosition

/// Returns the reader's result for a text, or its whole error message.
func reading(_ text: String, limits: PropertyList.Limits = PropertyList.Limits()) -> String {
  reading(Array(text.utf8), limits: limits)
}

func reading(_ bytes: [UInt8], limits: PropertyList.Limits = PropertyList.Limits()) -> String {
  do throws(Diagnostic) {
    return try PropertyList.decode(bytes, file: "f.plist", limits: limits).spelled
  } catch {
    var text = "\(error.location?.start?.spelled ?? "-") \(error.code): \(error.message)"
    if let hint = error.hint { text += "; \(hint)" }
    for related in error.related {
      text += " [\(related.location.start?.spelled ?? "-") \(related.message)]"
    }
    return text
  }
}

extension SourcePosition {
  var spelled: String { "\(line):\(column)" }
}

extension PropertyList {
  /// Every value with its location: `{"a"@1:2 // comment = "b"@1:6}`.
  var spelled: String {
    let text =
      switch value {
      case .dictionary(let entries):
        "{" + entries.map(\.spelled).joined(separator: ", ") + "}"
      case .array(let values): "(" + values.map(\.spelled).joined(separator: ", ") + ")"
      case .string(let text): text.debugDescription
      case .integer(let number): "\(number)"
      case .real(let number): "real \(number)"
      case .boolean(let claim): "\(claim)"
      case .date(let date): "\(date)"
      case .data(let bytes): "\(bytes)"
      case .uid(let number): "uid \(number)"
      }
    return "\(text)@\(position.spelled)"
  }
}

extension PropertyList.Entry {
  fileprivate var spelled: String {
    let comments = comments.map { " //\($0.text)@\($0.position.spelled)" }.joined()
    return "\(key.debugDescription)@\(keyPosition.spelled)\(comments) = \(value.spelled)"
  }
}

extension PropertyList {
  /// The value as Foundation reads it: of two entries with one key the last, keys in the order of
  /// their UTF-16 units.
  var sorted: PropertyList {
    switch value {
    case .dictionary(let entries):
      var unique: [String: Entry] = [:]
      for entry in entries { unique[entry.key] = Entry(entry.key, entry.value.sorted) }
      let order = unique.values.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      return PropertyList(.dictionary(order))
    case .array(let values): return PropertyList(.array(values.map(\.sorted)))
    default: return self
    }
  }
}

/// Returns the value as Foundation reads and writes it, or nil if Foundation rejects it.
func foundationXML(_ bytes: [UInt8]) -> [UInt8]? {
  guard
    let value = try? PropertyListSerialization.propertyList(
      from: Data(bytes), options: [], format: nil)
  else { return nil }
  return (try? PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0))
    .map { [UInt8]($0) }
}

func foundationBinary(_ bytes: [UInt8]) throws -> [UInt8] {
  let value = try PropertyListSerialization.propertyList(
    from: Data(bytes), options: [], format: nil)
  return [UInt8](
    try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
}
