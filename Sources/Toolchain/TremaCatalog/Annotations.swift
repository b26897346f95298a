import TremaMessages

/// The annotations of a context: its lines that begin with `@`, and its prose.
///
/// | line | meaning |
/// |---|---|
/// | `@param 1 userName the user's first name` | names and documents argument 1 |
/// | `@max 40` | the longest allowed length in characters |
/// | `@ignore check-name reason` | this text is excused from a check |
/// | `@translatable false` | the same in every language |
/// | `@array` | one entry of an array |
/// | `@markup` | tags in a value are markup; `&lt;` and `&amp;` are characters |
/// | `@reference` | a value such as `@string/app_name` is that of another text |
/// | `@variation` | the wording of a text for one device |
/// | `@messageformat` | `.properties` have arguments as `{0}` |
/// | `@conversion 1 lld` | how Apple's formats take argument 1, which no form of a plural shows |
package struct Annotations: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    package var name: String
    package var documentation: String

    package init(_ name: String, documentation: String = "") {
      self.name = name
      self.documentation = documentation
    }
  }

  /// The annotations that few contexts have: most have prose alone, and copies of them are to be cheap.
  private struct Details: Hashable, Sendable {
    var parameters: [Int: Parameter] = [:]
    var maximumLength: Int?
    var ignored: [String: String] = [:]
    var conversions: [Int: String] = [:]
  }

  private struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let fixed = Flags(rawValue: 1)
    static let array = Flags(rawValue: 2)
    static let markup = Flags(rawValue: 4)
    static let variation = Flags(rawValue: 8)
    static let messageFormat = Flags(rawValue: 16)
    static let reference = Flags(rawValue: 32)
  }

  private var flags: Flags = []
  /// One, or none where all of them are empty.
  private var details: [Details] = []

  private var detail: Details {
    get { details.first ?? Details() }
    set { details = newValue == Details() ? [] : [newValue] }
  }

  private subscript(flag: Flags) -> Bool {
    get { flags.contains(flag) }
    set { if newValue { flags.insert(flag) } else { flags.remove(flag) } }
  }

  /// The parameters by argument number, from 1.
  package var parameters: [Int: Parameter] {
    get { detail.parameters }
    set { detail.parameters = newValue }
  }
  package var maximumLength: Int? {
    get { detail.maximumLength }
    set { detail.maximumLength = newValue }
  }
  /// The reason by the code of the check.
  package var ignored: [String: String] {
    get { detail.ignored }
    set { detail.ignored = newValue }
  }
  /// How the formats of Apple take the arguments that no form of a plural shows: `lld`, by number.
  package var conversions: [Int: String] {
    get { detail.conversions }
    set { detail.conversions = newValue }
  }
  package var isTranslatable: Bool {
    get { !self[.fixed] }
    set { self[.fixed] = !newValue }
  }
  package var isArray: Bool {
    get { self[.array] }
    set { self[.array] = newValue }
  }
  /// Tags in a value are markup, and what only looks like one is written with `&lt;` and `&amp;`.
  package var isMarkup: Bool {
    get { self[.markup] }
    set { self[.markup] = newValue }
  }
  /// The wording of the text before it for one device, whose name its key ends with.
  package var isVariation: Bool {
    get { self[.variation] }
    set { self[.variation] = newValue }
  }
  /// `.properties` have the arguments in the braces of `java.text.MessageFormat`.
  package var isMessageFormat: Bool {
    get { self[.messageFormat] }
    set { self[.messageFormat] = newValue }
  }
  /// Whether a value that is the name of an Android resource refers to that resource.
  package var isReference: Bool {
    get { self[.reference] }
    set { self[.reference] = newValue }
  }
  /// The lines of the context that are not annotations, without white space at both ends.
  package var prose: [String] = []

  /// Whether the context says nothing at all.
  package var sayNothing: Bool { prose.isEmpty && flags.isEmpty && details.isEmpty }

  package init(_ context: Context?) { self.init(context?.text ?? "") }

  package init(_ context: String) {
    if context.isEmpty { return }
    var source = context
    if source.withUTF8(Self.isOneLineOfProse) {
      prose = [context]
      return
    }
    let bytes = Array(source.utf8)
    var blanks = 0
    // Not in place: there may be thousands of annotations.
    var found = Details()
    defer { detail = found }
    for line in ContextLine.All(bytes) {
      guard let text = read(bytes[line.range], line, &found) else { continue }
      // Blank lines at both ends are none of it.
      if text.isEmpty {
        blanks += 1
      } else {
        if !prose.isEmpty { prose += repeatElement("", count: blanks) }
        prose.append(text)
        blanks = 0
      }
    }
  }

  /// - Returns: what the line says to people; nil where it is an annotation.
  private mutating func read(
    _ bytes: ArraySlice<UInt8>, _ line: ContextLine, _ details: inout Details
  ) -> String? {
    if bytes.isEmpty { return "" }
    if bytes.withUnsafeBufferPointer(Self.isOneLineOfProse) {
      return String(decoding: bytes, as: UTF8.self)
    }
    guard line.mayBeAnnotation else { return line.text }
    let words = line.words
    return read(words, &details) ? nil : Self.joined(words[...])
  }

  /// With one space between two words.
  private static func joined(_ words: ArraySlice<ArraySlice<UInt8>>) -> String {
    guard var text = words.first else { return "" }
    for word in words.dropFirst() {
      text.append(UInt8(ascii: " "))
      text += word
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a context is one line that says just itself, as most do: it has no annotation, and no
  /// white space but single spaces between words.
  package static func isOneLineOfProse(_ context: UnsafeBufferPointer<UInt8>) -> Bool {
    if context.first == UInt8(ascii: "@") { return false }
    var last = UInt8(ascii: " ")
    for byte in context {
      if byte == UInt8(ascii: " ") ? last == byte : byte < 0x20 { return false }
      last = byte
    }
    return last != UInt8(ascii: " ")
  }

  /// Names and codes of annotations are shorter by far.
  private static let longestWord = 1_000

  /// - Returns: false when the words are no annotation; a mistaken one stays visible as prose.
  private mutating func read(_ words: [ArraySlice<UInt8>], _ details: inout Details) -> Bool {
    guard words.first?.first == UInt8(ascii: "@"),
      words.prefix(3).allSatisfy({ $0.count <= Self.longestWord })
    else { return false }
    func word(_ index: Int) -> String { String(decoding: words[index], as: UTF8.self) }
    switch word(0) {
    case "@param":
      guard words.count >= 3, let number = Int(word(1)), number > 0 else { return false }
      details.parameters[number] = Parameter(
        word(2), documentation: Self.joined(words.dropFirst(3)))
    case "@max":
      guard words.count == 2, let maximum = Int(word(1)), maximum > 0 else { return false }
      details.maximumLength = maximum
    case "@ignore":
      guard words.count >= 2 else { return false }
      details.ignored[word(1)] = Self.joined(words.dropFirst(2))
    case "@translatable":
      guard words.count == 2, let isTrue = Bool(word(1)) else { return false }
      isTranslatable = isTrue
    case "@conversion":
      guard words.count == 3, let number = Int(word(1)), number > 0,
        Self.isNumberConversion(word(2))
      else { return false }
      details.conversions[number] = word(2)
    case "@array" where words.count == 1: isArray = true
    case "@markup" where words.count == 1: isMarkup = true
    case "@reference" where words.count == 1: isReference = true
    case "@variation" where words.count == 1: isVariation = true
    case "@messageformat" where words.count == 1: isMessageFormat = true
    default: return false
    }
    return true
  }

  /// Whether a text is the conversion of a number, without its percent sign: `ld`.
  package static func isNumberConversion(_ text: String) -> Bool {
    let elements = Message.parse("%" + text, backslash: .literal).message.elements
    guard elements.count == 1, case .placeholder(let placeholder)? = elements.first else {
      return false
    }
    return placeholder.position == nil
      && (placeholder.type == .integer || placeholder.type == .floating)
  }

  /// Whether the words of a line are an annotation.
  package static func isAnnotation(_ words: [ArraySlice<UInt8>]) -> Bool {
    var (annotations, details) = (Annotations(""), Details())
    return annotations.read(words, &details)
  }
}

extension Annotations {
  /// The context that says this: prose, then one line for each annotation.
  package var text: String {
    var lines = prose
    for (number, parameter) in parameters.sorted(by: { $0.key < $1.key }) {
      let documentation = parameter.documentation.isEmpty ? "" : " \(parameter.documentation)"
      lines.append("@param \(number) \(parameter.name)\(documentation)")
    }
    if let maximumLength { lines.append("@max \(maximumLength)") }
    for (check, reason) in ignored.sorted(by: { $0.key < $1.key }) {
      lines.append(reason.isEmpty ? "@ignore \(check)" : "@ignore \(check) \(reason)")
    }
    if !isTranslatable { lines.append("@translatable false") }
    if isArray { lines.append("@array") }
    if isMarkup { lines.append("@markup") }
    if isReference { lines.append("@reference") }
    if isVariation { lines.append("@variation") }
    if isMessageFormat { lines.append("@messageformat") }
    for (number, conversion) in conversions.sorted(by: { $0.key < $1.key }) {
      lines.append("@conversion \(number) \(conversion)")
    }
    return lines.joined(separator: "\n")
  }
}
