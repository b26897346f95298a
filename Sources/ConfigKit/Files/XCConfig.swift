import TremaConfigValues
import TremaSupport

/// A reader of Xcode build settings: `KEY = VALUE` lines, `//` comments and `#include`.
///
/// A file may override the settings of the files it includes, and use their values as
/// `$(inherited)`. `$()` is empty, so a URL can be written as `https:/$()/host`. Other references
/// (`$(NAME)`) are left unchanged. Conditional settings (`KEY[sdk=iphoneos*]`) are ignored with the
/// warning `conditional-setting`.
struct XCConfig {
  /// The maximum nesting of includes.
  static let depthLimit = 32
  /// The maximum number of files. A file that is included several times is counted each time.
  static let fileLimit = 256
  /// The maximum size, in bytes, of a value that contains `$(inherited)`.
  static let valueLimit = 1 << 20
  /// The maximum number of bytes that `$(inherited)` adds to all values.
  static let inheritedLimit = 16 << 20
  /// The maximum total size of included files, in bytes.
  static let byteLimit = 64 << 20

  /// The closure that reads included files.
  private let includes: ConfigFormat.Includes
  /// The settings by key. The settings of an included file are replaced when the including file
  /// sets them again.
  private var settings: [ExactKey: ConfigPaths.Entry] = [:]
  /// The keys in the order in which they were first set.
  private var order: [String] = []
  /// The problems found so far.
  private var problems: [Diagnostic] = []
  /// The paths of the files that are being read, outermost first.
  private var openPaths: [String] = []
  /// The number of files so far.
  private var fileCount = 0
  /// The total size of the files included so far, in bytes.
  private var byteCount = 0
  /// The number of bytes that `$(inherited)` has added so far.
  private var inheritedBytes = 0
  /// Whether a value limit was exceeded. This is reported once.
  private var hasExceededLimit = false

  /// Reads a file and all files that it includes.
  static func decode(
    _ bytes: [UInt8], file: String, includes: @escaping ConfigFormat.Includes
  ) throws(Diagnostic) -> ConfigFormat.DecodingResult {
    var reader = XCConfig(includes: includes)
    let location = try reader.read(bytes, file)
    let entries = reader.order.compactMap { reader.settings[ExactKey($0)] }
    let tree = ConfigPaths.tree(entries, problems: &reader.problems)
    return ConfigFormat.DecodingResult(
      ConfigValue(.dictionary(tree), at: location), problems: reader.problems)
  }

  /// Creates a reader.
  private init(includes: @escaping ConfigFormat.Includes) { self.includes = includes }

  /// Reads one file and the files that it includes. An error is reported, and reading continues on
  /// the next line.
  ///
  /// - Returns: The location of the whole file.
  private mutating func read(_ bytes: [UInt8], _ file: String) throws(Diagnostic) -> ConfigLocation
  {
    openPaths.append(XCConfigPath.normalized(file))
    defer { openPaths.removeLast() }
    fileCount += 1
    var lines = try TextLines(bytes, file: file, code: "invalid-xcconfig")
    let start = lines.mark
    /// The locations at which this file sets each key.
    var locationsByKey: [ExactKey: ConfigLocation] = [:]
    while lines.byte != nil {
      lines.skipBlank()
      do throws(Diagnostic) {
        if lines.byte == UInt8(ascii: "#") {
          try include(&lines)
        } else if !lines.isAtLineEnd, !Self.isComment(lines, 0) {
          try setting(&lines, &locationsByKey)
        }
      } catch {
        problems.append(error)
      }
      lines.skipToLineEnd()
      lines.nextLine()
      if settings.count > TextLines.keyLimit {
        throw lines.tooManyKeys(at: lines.location(from: lines.mark))
      }
    }
    return lines.location(from: start)
  }

  /// Returns whether a comment starts at a distance from the current position.
  private static func isComment(_ lines: TextLines, _ distance: Int) -> Bool {
    lines.byte(after: distance) == UInt8(ascii: "/")
      && lines.byte(after: distance + 1) == UInt8(ascii: "/")
  }

  /// Reads one line with a setting, up to its end or a comment.
  ///
  /// - Parameter locationsByKey: The locations at which this file sets keys. A duplicate is a key
  ///   that is set twice in the same file.
  private mutating func setting(
    _ lines: inout TextLines, _ locationsByKey: inout [ExactKey: ConfigLocation]
  ) throws(Diagnostic) {
    let begin = lines.mark
    while let byte = lines.byte, !lines.isAtLineEnd, byte != UInt8(ascii: "="),
      byte != UInt8(ascii: "["), !Self.isComment(lines, 0)
    {
      lines.offset += 1
    }
    let range = lines.trimmed(begin.offset..<lines.offset)
    let location = lines.location(from: begin, length: range.count)
    let name = lines.text(range)
    // A condition in brackets follows the name.
    if lines.byte == UInt8(ascii: "["), Self.isName(name) {
      lines.skipToLineEnd()
      problems.append(Self.conditionalSetting(name, at: location))
      return
    }
    guard lines.byte == UInt8(ascii: "=") else {
      throw lines.problem(
        "'\(TerminalText.escaped(name))' is not a build setting", at: location,
        hint: "use KEY = VALUE, or begin a comment with //")
    }
    guard Self.isName(name), let keys = TextLines.keys(name) else {
      throw lines.problem(
        range.isEmpty
          ? "the key before '=' is missing" : "'\(TerminalText.escaped(name))' is not a valid key",
        at: location,
        hint: "use letters, digits and underscores")
    }
    lines.offset += 1
    lines.skipBlank()
    let value = value(&lines, name)
    if let first = locationsByKey[ExactKey(name)] {
      problems.append(Self.duplicateKey(name, at: location, first: first))
      return
    }
    guard let value else { return reportExceededLimit(name, at: location) }
    locationsByKey[ExactKey(name)] = location
    if settings[ExactKey(name)] == nil { order.append(name) }
    settings[ExactKey(name)] = ConfigPaths.Entry(keys, at: location, value)
  }

  /// Returns whether a string consists of characters that are allowed in keys.
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

  /// Reports that a value limit was exceeded. Only the first report is kept, because later ones
  /// have the same cause.
  private mutating func reportExceededLimit(_ name: String, at location: ConfigLocation) {
    if hasExceededLimit { return }
    hasExceededLimit = true
    problems.append(Self.excessiveLength(name, at: location))
  }

  /// Reads the value of a setting.
  ///
  /// - Returns: `nil` if `$(inherited)` makes it exceed a limit.
  private mutating func value(_ lines: inout TextLines, _ name: String) -> ConfigValue? {
    let begin = lines.mark
    while !lines.isAtLineEnd, !Self.isComment(lines, 0) { lines.offset += 1 }
    let range = lines.trimmed(begin.offset..<lines.offset)
    let location = lines.location(from: begin, length: range.count)
    // A URL is truncated after its scheme, because `//` starts a comment.
    if !lines.isAtLineEnd, range.upperBound == lines.offset,
      let scheme = Self.scheme(lines.bytes[range])
    {
      problems.append(
        Self.truncatedURL(
          name, scheme, at: location, lines.location(from: lines.mark, length: 2)))
    }
    let inherited = settings[ExactKey(name)]?.value.string
    let written = lines.bytes[range]
    guard
      let text = XCConfigReferences.replaced(
        written, inherited: inherited, limit: max(Self.valueLimit, written.count))
    else { return nil }
    inheritedBytes += max(text.utf8.count - written.count, 0)
    if inheritedBytes > Self.inheritedLimit { return nil }
    return ConfigValue(.string(text), at: location)
  }

  /// Returns the letters before a colon at the end of a value, such as `https`, or `nil` if there
  /// are none.
  private static func scheme(_ value: ArraySlice<UInt8>) -> String? {
    guard value.last == UInt8(ascii: ":") else { return nil }
    let letters = value.dropLast().reversed().prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    return letters.isEmpty ? nil : String(decoding: letters.reversed(), as: UTF8.self)
  }

  /// Reads a line with `#include`, or `#include?` for an optional file.
  private mutating func include(_ lines: inout TextLines) throws(Diagnostic) {
    let begin = lines.mark
    let word = Array("#include".utf8)
    // The rest of a malformed line is skipped, so reading continues on the next line.
    guard lines.bytes[lines.offset...].starts(with: word) else {
      lines.skipToLineEnd()
      throw lines.problem(
        "'#' begins neither a comment nor #include", at: lines.location(from: begin),
        hint: "begin a comment with //")
    }
    lines.offset += word.count
    let isOptional = lines.byte == UInt8(ascii: "?")
    if isOptional { lines.offset += 1 }
    lines.skipBlank()
    let opening = lines.mark
    guard lines.byte == UInt8(ascii: "\"") else { throw Self.missingIncludeName(lines, begin) }
    lines.offset += 1
    while !lines.isAtLineEnd, lines.byte != UInt8(ascii: "\"") { lines.offset += 1 }
    guard lines.byte == UInt8(ascii: "\""), lines.offset > opening.offset + 1 else {
      throw Self.missingIncludeName(lines, begin)
    }
    let name = lines.text(opening.offset + 1..<lines.offset)
    lines.offset += 1
    let location = lines.location(from: opening)
    lines.skipBlank()
    // Only a comment may follow the file name.
    guard lines.isAtLineEnd || Self.isComment(lines, 0) else {
      throw lines.problem(
        "unexpected text after the file name", at: lines.location(from: lines.mark),
        hint: "put #include \"other.xcconfig\" on a line of its own")
    }
    try include(name, from: lines.file, at: location, isOptional: isOptional)
  }

  /// Reads an included file.
  ///
  /// - Parameters:
  ///   - name: The path in the `#include`.
  ///   - file: The path of the including file.
  ///   - location: The location of the path, for errors.
  ///   - isOptional: Whether the file may be missing.
  private mutating func include(
    _ name: String, from file: String, at location: ConfigLocation, isOptional: Bool
  ) throws(Diagnostic) {
    let path = XCConfigPath.joined(file, name)
    // The path is compared with the paths of all files that are being read, not only with the
    // including file.
    if let first = openPaths.firstIndex(where: path.equalsExactly) {
      throw Self.problem(
        "include-cycle",
        "the file includes itself: \((openPaths[first...] + [path]).joined(separator: " -> "))",
        at: location, "remove one of the #include lines")
    }
    guard openPaths.count < Self.depthLimit, fileCount < Self.fileLimit else {
      throw Self.problem(
        "size-limit",
        "more than \(fileCount < Self.fileLimit ? Self.depthLimit : Self.fileLimit) "
          + "files include each other", at: location, "merge them")
    }
    let found: [UInt8]?
    do throws(Diagnostic) {
      found = try contents(path, at: location, isOptional)
    } catch {
      // A missing optional file isn't an error, even if it is outside the project.
      guard isOptional, error.code == "external-include" else { throw error }
      var note = error
      (note.severity, note.kind) = (.note, .finding)
      problems.append(note)
      return
    }
    guard let bytes = found else {
      if isOptional { return }
      throw Self.problem(
        "missing-include", "the included file '\(path)' does not exist", at: location,
        "correct the path, relative to this file's folder, or use #include? if it may be missing")
    }
    self.byteCount += bytes.count
    guard self.byteCount <= Self.byteLimit else {
      throw Self.problem(
        "size-limit", "files that include each other have more than \(Self.byteLimit) bytes",
        at: location, "merge them")
    }
    _ = try read(bytes, path)
  }

  /// Returns the bytes of an included file.
  ///
  /// - Throws: The error from reading the file, located at the `#include`.
  private func contents(
    _ path: String, at location: ConfigLocation, _ isOptional: Bool
  ) throws(Diagnostic) -> [UInt8]? {
    do throws(Diagnostic) {
      return try includes(path, isOptional)
    } catch {
      var problem = error
      problem.location = location.diagnosticLocation
      problem.bytes = location.bytes
      throw problem
    }
  }
}
