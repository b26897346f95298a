import TremaCatalog
import TremaMessages
import TremaSupport

/// Reads Java `.properties`, in UTF-8 or ISO-8859-1.
///
/// Arguments of `java.text.MessageFormat` become placeholders; see
/// `Documentation/Formats/Properties.md`.
struct PropertiesReader {
  private let options: ReadingOptions
  private let language: String
  private var reading: FormatReading
  /// The index of each key in `reading.texts`, compared byte by byte.
  private var places: [[UInt8]: Int] = [:]

  /// More mistakes than anybody reads; the file is something else.
  private static let mostMistakes = 100

  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let start = try TextEncoding.markLength(bytes, file: options.file)
    var reader = try PropertiesReader(options)
    if start > 0 {
      reader.note(
        .warning, "byte-order-mark", "the file begins with a byte order mark", at: .start,
        hint: "remove it: Java reads it as the start of the first key")
    }
    var decoded = bytes
    if let offset = TextEncoding.firstInvalid(bytes) {
      guard start == 0 else {
        throw Diagnostic(
          .error, "invalid-encoding", "the file is not UTF-8 here",
          at: SourceLocation(
            file: options.file, start: SourcePosition.start.advanced(over: bytes[..<offset])),
          hint: "save it as UTF-8", kind: .unreadable)
      }
      decoded = TextEncoding.latin1.utf8(bytes)
      reader.note(
        .note, "encoding", "the file is not UTF-8, and is read as ISO-8859-1",
        at: SourcePosition.start.advanced(over: TextEncoding.latin1.utf8(bytes[..<offset])))
    }
    try reader.read(PropertiesLines(decoded, from: start))
    return reader.reading
  }

  private init(_ options: ReadingOptions) throws(Diagnostic) {
    guard let tag = options.language.flatMap({ LanguageTag($0) }) else {
      throw Diagnostic(
        .error, "missing-language", "the language of this file is unknown",
        at: SourceLocation(file: options.file),
        hint: "name the language, or rename the file to Texts_de.properties", kind: .unreadable)
    }
    self.options = options
    reading = FormatReading(options)
    language = tag.description
  }

  private mutating func note(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String? = nil, subject: String = ""
  ) {
    reading.findings.add(
      severity, code, message(), at: SourceLocation(file: options.file, start: position),
      hint: hint, subject: subject)
  }

  private mutating func read(_ source: PropertiesLines) throws(Diagnostic) {
    var lines = source
    var isFirst = true
    var mistakes = 0
    while let line = lines.next(), mistakes < Self.mostMistakes {
      do throws(PropertiesEntry.Mistake) {
        append(
          try PropertiesEntry(line, endingAt: lines.position), comments: lines.comments,
          isFirst: isFirst)
      } catch {
        mistakes += 1
        note(
          .error, "invalid-escape", error.reason, at: error.position,
          hint: "a backslash is written \\\\")
      }
      if lines.hasLostComment, let text = reading.texts.last {
        reading.losses.note(.context, key: text.key, at: text.location(text.position))
      }
      isFirst = false
    }
  }

  private mutating func append(_ entry: PropertiesEntry, comments: [String], isFirst: Bool) {
    var annotations = Annotations(comments.joined(separator: "\n"))
    if isFirst, let first = annotations.prose.first, GeneratedNotice.isOne(first) {
      annotations.prose.removeFirst()
    }
    let message = message(of: entry, &annotations)
    let text = Text(
      key: entry.key, annotations: annotations,
      values: message.map {
        [Value(language: language, message: $0, options: options, at: entry.valuePosition)]
      } ?? [], options: options, at: entry.keyPosition)
    let identity = Array(entry.key.utf8)
    guard let place = places[identity] else {
      places[identity] = reading.texts.count
      reading.texts.append(text)
      return
    }
    let first = text.location(reading.texts[place].position)
    reading.findings.add(
      .warning, "duplicate-key", "key '\(entry.key)' is defined twice; Java takes the last value",
      at: text.location(entry.keyPosition), hint: "remove one of the two", subject: entry.key,
      related: [Diagnostic.Related("the first one", at: first)])
    reading.texts[place] = text
  }

  /// - Returns: `nil` for an unreadable pattern whose original is readable. A text is a pattern in all of its
  ///   languages or in none.
  private mutating func message(
    of entry: PropertiesEntry, _ annotations: inout Annotations
  ) -> Message? {
    let plain = Message.shown(entry.value).message
    let original = original(of: entry.key)
    guard !plain.hasBranches, original != .text,
      original == .pattern || JavaMessageFormat.isPattern(entry.value)
    else { return plain }
    if original == .plain {
      note(
        .warning, "unknown-argument",
        "'\(entry.key)' takes an argument here, which its original does not; it stays text",
        at: entry.valuePosition,
        hint: "Java reads apostrophes and braces of a text in all languages or in none",
        subject: entry.key)
      return plain
    }
    let (pattern, isOpen) = JavaMessageFormat.icuPattern(entry.value)
    let (found, issue) = Message.parseICU(pattern)
    guard let found else {
      let isKept = original != .pattern
      var reason = isKept ? "it is kept as text" : "it is left out, as its original is read"
      if case .invalid(let cause)? = issue?.kind { reason = "\(cause); \(reason)" }
      if isKept { reading.invalidPlaces.insert(entry.valuePosition) }
      note(
        .warning, "invalid-message",
        "the value of '\(entry.key)' has arguments that trema does not read: \(reason)",
        at: entry.valuePosition,
        hint: "{0} and {0,number} are read, and plurals as ICU has them", subject: entry.key)
      return isKept ? plain : nil
    }
    if isOpen {
      note(
        .warning, "lone-apostrophe",
        "an apostrophe in '\(entry.key)' quotes the rest of the value in MessageFormat",
        at: entry.valuePosition, hint: "write '' for an apostrophe", subject: entry.key)
    }
    var losses = reading.losses
    let location = SourceLocation(file: options.file, start: entry.valuePosition)
    let message = found.withPlaceholders {
      losses.note(.argumentStyle, key: entry.key, at: location)
    }.message
    reading.losses = losses
    if !message.hasBranches { annotations.isMessageFormat = true }
    return message
  }

  private enum Original {
    /// A pattern whose arguments are placeholders.
    case pattern
    /// A pattern that was kept as text.
    case text
    /// A text with apostrophes or braces that a pattern would read otherwise, and without arguments.
    case plain
  }

  /// Returns how the original of a text was read, or `nil` if it is no pattern.
  private func original(of key: String) -> Original? {
    guard let text = options.originals[ExactKey(key)] else { return nil }
    if Annotations(text.context).isMessageFormat { return .pattern }
    let master = options.masterLanguage.flatMap { text.index(ofLanguage: $0) }
    return master.flatMap { index in
      let source = text.values[index].source
      if JavaMessageFormat.isPattern(source) { return .text }
      let isQuoting = source.utf8.contains { byte in
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "{")
      }
      return isQuoting ? .plain : nil
    }
  }
}
