extension MergeConflict {
  /// The result of reading a comment as a conflict.
  package enum Reading: Hashable, Sendable {
    case none
    case conflict(MergeConflict)
    /// Begins as one does, and cannot be read.
    case damaged
  }

  /// Reads what ``comment`` gives, and knows what a hand has changed in it.
  ///
  /// - Parameter source: a comment with its marks, or anything else that is between elements.
  package static func read(_ source: String) -> Reading {
    // A byte at a time: to compare the two as sequences takes many times as long, and a file may have a
    // million comments.
    var mark = source.utf8.makeIterator()
    for byte in "<!--".utf8 where mark.next() != byte { return .none }
    var parser = ConflictParser(Array(source.utf8))
    guard parser.takesStart() else { return .none }
    guard let fields = parser.fields(), let conflict = MergeConflict(fields) else {
      return .damaged
    }
    return .conflict(conflict)
  }

  private init?(_ fields: [String: String]) {
    var fields = fields
    let what = fields.removeValue(forKey: "what")
    guard let subject = what.map(Subject.init(rawValue:)) ?? .value else { return nil }
    self.init(
      subject, language: fields.removeValue(forKey: "lang"),
      name: fields.removeValue(forKey: "name"))
    if let word = fields.removeValue(forKey: "deleted") {
      guard let remover = Remover(rawValue: word) else { return nil }
      deleted = remover
    }
    guard let base = Side(&fields, "base"), let theirs = Side(&fields, "theirs"), fields.isEmpty
    else { return nil }
    (self.base, self.theirs) = (base, theirs)
  }
}

extension MergeConflict.Side {
  fileprivate init?(_ fields: inout [String: String], _ prefix: String) {
    self.init(
      text: fields.removeValue(forKey: prefix),
      spelling: fields.removeValue(forKey: "\(prefix)-xml"),
      status: fields.removeValue(forKey: "\(prefix)-status").map { Status($0) })
    guard let without = fields.removeValue(forKey: "\(prefix)-without") else { return }
    guard without == "status", status == nil else { return nil }
    status = .undefined(nil)
  }
}

/// Goes through the bytes of a comment.
private struct ConflictParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Moves behind the word that begins a conflict, in letters of any case.
  mutating func takesStart() -> Bool {
    guard take("<!--") else { return false }
    skipSpace()
    let mark = Array(MergeConflict.mark.utf8)
    let word = bytes[index...].prefix(mark.count)
    let isLetter = { (byte: UInt8) in (0x41...0x5A).contains(byte) }
    guard word.map({ isLetter($0) ? $0 | 0x20 : $0 }) == mark else { return false }
    index += mark.count
    return true
  }

  /// The names and values up to the end of the comment; nil where anything else is, or a name
  /// is twice.
  mutating func fields() -> [String: String]? {
    var fields: [String: String] = [:]
    while true {
      guard skipSpace() else { return nil }
      if take("-->") { return index == bytes.count ? fields : nil }
      let start = index
      while index < bytes.count, isName(bytes[index]) { index += 1 }
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      guard !name.isEmpty, take("=\""), let value = quoted(), fields[name] == nil else {
        return nil
      }
      fields[name] = value
    }
  }

  private func isName(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
  }

  private mutating func take(_ mark: StaticString) -> Bool {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    guard bytes[index...].starts(with: mark) else { return false }
    index += mark.count
    return true
  }

  @discardableResult private mutating func skipSpace() -> Bool {
    let start = index
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return index > start
  }

  /// The value up to its second quote, and moves behind that.
  private mutating func quoted() -> String? {
    var value: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: value, as: UTF8.self)
      case UInt8(ascii: "&"):
        guard let scalar = reference() else { return nil }
        value += String(Character(scalar)).utf8
      default: value.append(byte)
      }
    }
    return nil
  }

  private mutating func reference() -> Unicode.Scalar? {
    let name = bytes[index...].prefix(8).prefix { $0 != UInt8(ascii: ";") }
    index += name.count
    guard take(";") else { return nil }
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case let word where word.utf8.first == UInt8(ascii: "#"):
      return UInt32(word.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
