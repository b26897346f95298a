import TremaConfigValues
import TremaSupport

/// Xcode's build settings: `KEY = VALUE` lines, `//` comments and `#include`.
///
/// A file may set again what a file that it includes sets. `$(inherited)` is the value from there,
/// `$()` is nothing, which makes `https:/$()/host` an address; other `$(NAME)` stay. Settings for one
/// platform alone, `KEY[sdk=iphoneos*]`, are left out with the warning `conditional-setting`.
struct XCConfig {
  /// How deep files may include each other, and how many in all.
  static let depthLimit = 32
  static let fileLimit = 256
  /// How many bytes one value may become by `$(inherited)`, all such values, and all files together.
  static let valueLimit = 1 << 20
  static let inheritedLimit = 16 << 20
  static let byteLimit = 64 << 20

  private let includes: ConfigFormat.Includes
  /// The settings of the files that were read to their end, by the bytes of the key.
  private var settings: [ExactKey: ConfigPaths.Entry] = [:]
  private var order: [String] = []
  private var problems: [Diagnostic] = []
  /// The files that are being read, the first one first.
  private var open: [String] = []
  private var files = 0
  private var bytes = 0
  private var inheritedBytes = 0
  private var isTooMuch = false

  static func decode(
    _ bytes: [UInt8], file: String, includes: @escaping ConfigFormat.Includes
  ) throws(Diagnostic) -> ConfigFormat.Reading {
    var reader = XCConfig(includes: includes)
    let place = try reader.read(bytes, file)
    let entries = reader.order.compactMap { reader.settings[ExactKey($0)] }
    let tree = ConfigPaths.tree(entries, problems: &reader.problems)
    return ConfigFormat.Reading(
      ConfigValue(.dictionary(tree), at: place), problems: reader.problems)
  }

  private init(includes: @escaping ConfigFormat.Includes) { self.includes = includes }

  /// - Returns: the whole file.
  private mutating func read(_ bytes: [UInt8], _ file: String) throws(Diagnostic) -> ConfigPlace {
    open.append(XCConfigPath.plain(file))
    defer { open.removeLast() }
    files += 1
    var lines = try TextLines(bytes, file: file, code: "invalid-xcconfig")
    let start = lines.mark
    /// The places at which this file sets a key.
    var own: [ExactKey: ConfigPlace] = [:]
    while lines.byte != nil {
      lines.skipBlank()
      do throws(Diagnostic) {
        if lines.byte == UInt8(ascii: "#") {
          try include(&lines)
        } else if !lines.isAtLineEnd, !Self.isComment(lines, 0) {
          try setting(&lines, &own)
        }
      } catch {
        problems.append(error)
      }
      lines.skipToLineEnd()
      lines.nextLine()
      if settings.count > TextLines.keyLimit {
        throw lines.tooManyKeys(at: lines.place(from: lines.mark))
      }
    }
    return lines.place(from: start)
  }

  private static func isComment(_ lines: TextLines, _ distance: Int) -> Bool {
    lines.byte(after: distance) == UInt8(ascii: "/")
      && lines.byte(after: distance + 1) == UInt8(ascii: "/")
  }

  private mutating func setting(
    _ lines: inout TextLines, _ own: inout [ExactKey: ConfigPlace]
  ) throws(Diagnostic) {
    let begin = lines.mark
    while let byte = lines.byte, !lines.isAtLineEnd, byte != UInt8(ascii: "="),
      byte != UInt8(ascii: "["), !Self.isComment(lines, 0)
    {
      lines.offset += 1
    }
    let range = lines.trimmed(begin.offset..<lines.offset)
    let place = lines.place(from: begin, length: range.count)
    let name = lines.text(range)
    if lines.byte == UInt8(ascii: "["), Self.isName(name) {
      lines.skipToLineEnd()
      problems.append(Self.conditional(name, at: place))
      return
    }
    guard lines.byte == UInt8(ascii: "=") else {
      throw lines.problem(
        "'\(TerminalText.shown(name))' is no setting", at: place,
        hint: "write KEY = VALUE; a comment begins with //")
    }
    guard Self.isName(name), let keys = TextLines.keys(name) else {
      throw lines.problem(
        range.isEmpty ? "no key before '='" : "'\(TerminalText.shown(name))' is no key", at: place,
        hint: "a key has letters, digits and underscores")
    }
    lines.offset += 1
    lines.skipBlank()
    let value = value(&lines, name)
    if let first = own[ExactKey(name)] {
      problems.append(Self.duplicate(name, at: place, first: first))
      return
    }
    guard let value else { return tooMuch(name, at: place) }
    own[ExactKey(name)] = place
    if settings[ExactKey(name)] == nil { order.append(name) }
    settings[ExactKey(name)] = ConfigPaths.Entry(keys, at: place, value)
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Said once: what follows has the same cause.
  private mutating func tooMuch(_ name: String, at place: ConfigPlace) {
    if isTooMuch { return }
    isTooMuch = true
    problems.append(Self.tooLong(name, at: place))
  }

  /// - Returns: nil when `$(inherited)` makes too much of it.
  private mutating func value(_ lines: inout TextLines, _ name: String) -> ConfigValue? {
    let begin = lines.mark
    while !lines.isAtLineEnd, !Self.isComment(lines, 0) { lines.offset += 1 }
    let range = lines.trimmed(begin.offset..<lines.offset)
    let place = lines.place(from: begin, length: range.count)
    if !lines.isAtLineEnd, range.upperBound == lines.offset,
      let scheme = Self.scheme(lines.bytes[range])
    {
      problems.append(Self.cut(name, scheme, at: place, lines.place(from: lines.mark, length: 2)))
    }
    let inherited = settings[ExactKey(name)]?.value.string
    let written = lines.bytes[range]
    guard
      let text = XCConfigReferences.replaced(
        written, inherited: inherited, limit: max(Self.valueLimit, written.count))
    else { return nil }
    inheritedBytes += max(text.utf8.count - written.count, 0)
    if inheritedBytes > Self.inheritedLimit { return nil }
    return ConfigValue(.string(text), at: place)
  }

  /// The scheme of an address that ends in its colon: `https`.
  private static func scheme(_ value: ArraySlice<UInt8>) -> String? {
    guard value.last == UInt8(ascii: ":") else { return nil }
    let letters = value.dropLast().reversed().prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return letters.isEmpty ? nil : String(decoding: letters.reversed(), as: UTF8.self)
  }

  private mutating func include(_ lines: inout TextLines) throws(Diagnostic) {
    let begin = lines.mark
    let word = Array("#include".utf8)
    guard lines.bytes[lines.offset...].starts(with: word) else {
      lines.skipToLineEnd()
      throw lines.problem(
        "'#' begins neither a comment nor #include", at: lines.place(from: begin),
        hint: "a comment begins with //")
    }
    lines.offset += word.count
    let isOptional = lines.byte == UInt8(ascii: "?")
    if isOptional { lines.offset += 1 }
    lines.skipBlank()
    let opening = lines.mark
    guard lines.byte == UInt8(ascii: "\"") else { throw Self.unnamed(lines, begin) }
    lines.offset += 1
    while !lines.isAtLineEnd, lines.byte != UInt8(ascii: "\"") { lines.offset += 1 }
    guard lines.byte == UInt8(ascii: "\""), lines.offset > opening.offset + 1 else {
      throw Self.unnamed(lines, begin)
    }
    let name = lines.text(opening.offset + 1..<lines.offset)
    lines.offset += 1
    let place = lines.place(from: opening)
    lines.skipBlank()
    guard lines.isAtLineEnd || Self.isComment(lines, 0) else {
      throw lines.problem(
        "unexpected text after the file name", at: lines.place(from: lines.mark),
        hint: "write #include \"other.xcconfig\" alone on its line")
    }
    try include(name, from: lines.file, at: place, isOptional: isOptional)
  }

  private mutating func include(
    _ name: String, from file: String, at place: ConfigPlace, isOptional: Bool
  ) throws(Diagnostic) {
    let path = XCConfigPath.joined(file, name)
    if let first = open.firstIndex(where: path.isExactly) {
      throw Self.problem(
        "include-cycle",
        "the file includes itself: \((open[first...] + [path]).joined(separator: " -> "))",
        at: place, "remove one of the #include")
    }
    guard open.count < Self.depthLimit, files < Self.fileLimit else {
      throw Self.problem(
        "size-limit",
        "more than \(files < Self.fileLimit ? Self.depthLimit : Self.fileLimit) "
          + "files include each other", at: place, "put them together")
    }
    let found: [UInt8]?
    do throws(Diagnostic) {
      found = try contents(path, at: place)
    } catch {
      guard isOptional, error.code == "external-include" else { throw error }
      var note = error
      (note.severity, note.kind) = (.note, .finding)
      problems.append(note)
      return
    }
    guard let bytes = found else {
      if isOptional { return }
      throw Self.problem(
        "missing-include", "the included file '\(path)' is not there", at: place,
        "is the path right? It starts from the folder of this file; #include? may be missing")
    }
    self.bytes += bytes.count
    guard self.bytes <= Self.byteLimit else {
      throw Self.problem(
        "size-limit", "the files that include each other have more than \(Self.byteLimit) bytes",
        at: place, "put them together")
    }
    _ = try read(bytes, path)
  }

  /// - Throws: what is wrong with an included file as a whole is where it is named.
  private func contents(_ path: String, at place: ConfigPlace) throws(Diagnostic) -> [UInt8]? {
    do throws(Diagnostic) {
      return try includes(path)
    } catch {
      var problem = error
      problem.location = place.location
      problem.bytes = place.bytes
      throw problem
    }
  }
}
