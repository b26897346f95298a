import TremaCatalog
import TremaMessages
import TremaSupport

/// A reader for Java's `.properties` files in UTF-8 or ISO-8859-1.
///
/// Arguments of `java.text.MessageFormat` become placeholders; see
/// `Documentation/Formats/Properties.md`.
struct PropertiesReader {
  private let options: ReadingOptions
  /// The language tag of each value.
  private let language: String
  /// The texts and findings so far.
  private var reading: FormatReading
  /// The index of each key in `reading.texts`. The keys are in UTF-8 because they are compared byte
  /// for byte.
  private var textIndices: [[UInt8]: Int] = [:]

  /// The maximum number of invalid entries. A file with more invalid entries is not a properties
  /// file.
  private static let maxErrors = 100

  /// Reads a whole file. If it is not valid UTF-8, it is read as ISO-8859-1.
  ///
  /// - Throws: An `.unreadable` diagnostic for UTF-16, invalid UTF-8 after a byte order mark, or an
  ///   unknown language.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let start = try TextEncoding.markLength(bytes, file: options.file)
    var reader = try PropertiesReader(options)
    if start > 0 {
      reader.report(
        .warning, "byte-order-mark", "the file begins with a byte order mark", at: .start,
        hint: "remove it; Java reads it as the start of the first key")
    }
    var decoded = bytes
    if let offset = TextEncoding.firstInvalid(bytes) {
      // A byte order mark shows that the file is intended to be UTF-8.
      guard start == 0 else {
        throw Diagnostic(
          .error, "invalid-encoding", "the file is not valid UTF-8",
          at: SourceLocation(
            file: options.file, start: SourcePosition.start.advanced(over: bytes[..<offset])),
          hint: "save it as UTF-8", kind: .unreadable)
      }
      decoded = TextEncoding.latin1.utf8(bytes)
      reader.report(
        .note, "encoding", "the file is not valid UTF-8, and is read as ISO-8859-1",
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
        hint: "specify the language, or rename the file to Texts_de.properties",
        kind: .unreadable)
    }
    self.options = options
    reading = FormatReading(options)
    language = tag.description
  }

  /// Adds a finding. The message is evaluated only if the finding is kept.
  private mutating func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String? = nil, subject: String = ""
  ) {
    reading.findings.add(
      severity, code, message(), at: SourceLocation(file: options.file, start: position),
      hint: hint, subject: subject)
  }

  /// Reads all entries. Invalid entries are reported and omitted.
  private mutating func read(_ source: PropertiesLines) throws(Diagnostic) {
    var lines = source
    var isFirst = true
    var errorCount = 0
    while let line = lines.next(), errorCount < Self.maxErrors {
      do throws(PropertiesEntry.SyntaxError) {
        append(
          try PropertiesEntry(line, endingAt: lines.position), comments: lines.comments,
          isFirst: isFirst)
      } catch {
        errorCount += 1
        report(
          .error, "invalid-escape", error.reason, at: error.position,
          hint: "escape a backslash as \\\\")
      }
      if lines.hasLostComment, let text = reading.texts.last {
        reading.losses.note(.context, key: text.key, at: text.location(text.position))
      }
      isFirst = false
    }
  }

  /// Appends the text of an entry. As in Java, it replaces the text of an earlier entry with the
  /// same key.
  private mutating func append(_ entry: PropertiesEntry, comments: [String], isFirst: Bool) {
    var annotations = Annotations(comments.joined(separator: "\n"))
    // The notice that trema writes isn't a comment of the first entry.
    if isFirst, let first = annotations.prose.first, GeneratedNotice.isNotice(first) {
      annotations.prose.removeFirst()
    }
    let message = message(of: entry, &annotations)
    let text = Text(
      key: entry.key, annotations: annotations,
      values: message.map {
        [Value(language: language, message: $0, options: options, at: entry.valuePosition)]
      } ?? [], options: options, at: entry.keyPosition)
    let identity = Array(entry.key.utf8)
    guard let index = textIndices[identity] else {
      textIndices[identity] = reading.texts.count
      reading.texts.append(text)
      return
    }
    let first = text.location(reading.texts[index].position)
    reading.findings.add(
      .warning, "duplicate-key", "key '\(entry.key)' is defined twice; the last value is used",
      at: text.location(entry.keyPosition), hint: "rename or remove one of them",
      subject: entry.key,
      related: [Diagnostic.Related("first defined here", at: first)])
    reading.texts[index] = text
  }

  /// Returns the message of a value. A text is a pattern in all of its languages or in none, so
  /// this depends on the original.
  ///
  /// - Parameter annotations: The annotations of the text, in which a pattern is recorded.
  /// - Returns: The message, or `nil` if the pattern is invalid but its original is valid.
  private mutating func message(
    of entry: PropertiesEntry, _ annotations: inout Annotations
  ) -> Message? {
    let plain = Message.parseAsShown(entry.value).message
    let original = original(of: entry.key)
    guard !plain.hasBranches, original != .text,
      original == .pattern || JavaMessageFormat.isPattern(entry.value)
    else { return plain }
    if original == .plain {
      report(
        .warning, "unknown-argument",
        "'\(entry.key)' has an argument that is not in the original; it is kept as text",
        at: entry.valuePosition,
        hint:
          "remove it, or add it to the original; Java interprets apostrophes and braces of a text "
          + "in all languages or in none",
        subject: entry.key)
      return plain
    }
    let (pattern, isOpen) = JavaMessageFormat.icuPattern(entry.value)
    let (parsed, issue) = Message.parseICU(pattern)
    guard let parsed else {
      let remainsText = original != .pattern
      var reason =
        remainsText ? "it is kept as text" : "it is skipped, because its original is valid"
      if case .invalid(let cause)? = issue?.kind { reason = "\(cause); \(reason)" }
      if remainsText { reading.invalidPositions.insert(entry.valuePosition) }
      report(
        .warning, "invalid-message",
        "the value of '\(entry.key)' has arguments that trema cannot read: \(reason)",
        at: entry.valuePosition,
        hint: "use {0}, {0,number} or an ICU plural", subject: entry.key)
      return remainsText ? plain : nil
    }
    if isOpen {
      report(
        .warning, "lone-apostrophe",
        "an apostrophe in '\(entry.key)' quotes the rest of the value in MessageFormat",
        at: entry.valuePosition, hint: "escape it as ''", subject: entry.key)
    }
    // The closure below can't capture `self`, so the losses are moved into a variable.
    var losses = reading.losses
    let location = SourceLocation(file: options.file, start: entry.valuePosition)
    let message = parsed.withPlaceholders {
      losses.note(.argumentStyle, key: entry.key, at: location)
    }.message
    reading.losses = losses
    if !message.hasBranches { annotations.isMessageFormat = true }
    return message
  }

  /// The kind of an original.
  private enum Original {
    /// A pattern whose arguments are placeholders.
    case pattern
    /// A pattern that was kept as text.
    case text
    /// A text without arguments that contains apostrophes or braces, which would have a meaning in
    /// a pattern.
    case plain
  }

  /// Returns the kind of a text's original, or `nil` if it is unknown or contains neither arguments
  /// nor such characters.
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
