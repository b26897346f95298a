import TremaMessages

/// The annotations of a context, which are the lines that begin with `@`, and its prose, which
/// consists of all other lines.
///
/// | line | meaning |
/// |---|---|
/// | `@param 1 userName the user's first name` | names and documents argument 1 |
/// | `@max 40` | the longest allowed length in characters |
/// | `@ignore check-name reason` | this text suppresses a check |
/// | `@tags ios, onboarding` | tags used to select texts |
/// | `@platforms ios, web` | the platforms of the apps that use this text |
/// | `@variant-of settings.title ios` | replaces another text on these platforms |
/// | `@translatable false` | the same in every language |
/// | `@array` | one entry of an array |
/// | `@markup` | tags in a value are markup; `&lt;` and `&amp;` are characters |
/// | `@reference` | a value such as `@string/app_name` refers to another text |
/// | `@variation` | the wording of a text for one device |
/// | `@messageformat` | `.properties` have arguments as `{0}` |
/// | `@conversion 1 lld` | how Apple's formats take argument 1, which no form of a plural shows |
package struct Annotations: Hashable, Sendable {
  /// A declared argument.
  package struct Parameter: Hashable, Sendable {
    /// The name of the argument, or `_` if it is only documented.
    package var name: String
    /// The documentation, or an empty string.
    package var documentation: String

    package init(_ name: String, documentation: String = "") {
      self.name = name
      self.documentation = documentation
    }
  }

  /// The annotations that few contexts have. They are stored separately, because most contexts have
  /// only prose, and copying annotations must be cheap.
  private struct Details: Hashable, Sendable {
    var parameters: [Int: Parameter] = [:]
    var maximumLength: Int?
    var ignored: [String: String] = [:]
    var conversions: [Int: String] = [:]
    var tags: [String] = []
    var platforms: Set<AppPlatform> = []
    var hasInvalidPlatforms = false
    var variants: [VariantDeclaration] = []
  }

  /// The annotations without a value.
  private struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// `@translatable false`.
    static let untranslatable = Flags(rawValue: 1)
    static let array = Flags(rawValue: 2)
    static let markup = Flags(rawValue: 4)
    static let variation = Flags(rawValue: 8)
    static let messageFormat = Flags(rawValue: 16)
    static let reference = Flags(rawValue: 32)
  }

  private var flags: Flags = []
  /// The rare annotations: one element, or none if all of them are empty.
  private var details: [Details] = []

  /// The rare annotations as a single value. Getters of properties do not use it, because it would
  /// copy all annotations to read one.
  private var detail: Details {
    get { details.first ?? Details() }
    set { details = newValue == Details() ? [] : [newValue] }
  }

  /// Whether an annotation without a value is present.
  private subscript(flag: Flags) -> Bool {
    get { flags.contains(flag) }
    set { if newValue { flags.insert(flag) } else { flags.remove(flag) } }
  }

  /// The declared arguments by number, starting at 1.
  package var parameters: [Int: Parameter] {
    get { details.isEmpty ? [:] : details[0].parameters }
    set { detail.parameters = newValue }
  }
  /// The maximum length of a value in characters, or `nil` if there is no limit.
  package var maximumLength: Int? {
    get { details.isEmpty ? nil : details[0].maximumLength }
    set { detail.maximumLength = newValue }
  }
  /// The reasons for suppressions, by check code; empty for a suppression without a reason.
  package var ignored: [String: String] {
    get { details.isEmpty ? [:] : details[0].ignored }
    set { detail.ignored = newValue }
  }
  /// The conversions of Apple's formats for arguments that no form of a plural shows, such as
  /// `lld`, by number.
  package var conversions: [Int: String] {
    get { details.isEmpty ? [:] : details[0].conversions }
    set { detail.conversions = newValue }
  }
  /// The tags of the text without duplicates, in the order of the context.
  package var tags: [String] {
    get { details.isEmpty ? [] : details[0].tags }
    set { detail.tags = newValue }
  }
  /// The platforms of the apps that use the text; empty if they are not specified, which means all.
  package var platforms: Set<AppPlatform> {
    get { details.isEmpty ? [] : details[0].platforms }
    set { detail.platforms = newValue }
  }
  /// Whether a line `@platforms` is invalid, so that its platforms are unknown.
  package var hasInvalidPlatforms: Bool { !details.isEmpty && details[0].hasInvalidPlatforms }
  /// The texts that the text replaces, each with its platforms. Valid annotations have at most one.
  package var variants: [VariantDeclaration] {
    get { details.isEmpty ? [] : details[0].variants }
    set { detail.variants = newValue }
  }
  /// Whether the text is a variant of another text, so that it has no resource or accessor.
  package var isVariant: Bool { !details.isEmpty && !details[0].variants.isEmpty }
  /// Whether the text differs between languages.
  package var isTranslatable: Bool {
    get { !self[.untranslatable] }
    set { self[.untranslatable] = !newValue }
  }
  /// Whether the text is an item of an array.
  package var isArray: Bool {
    get { self[.array] }
    set { self[.array] = newValue }
  }
  /// Whether tags in a value are markup. If so, `<` and `&` characters are written as `&lt;` and
  /// `&amp;`.
  package var isMarkup: Bool {
    get { self[.markup] }
    set { self[.markup] = newValue }
  }
  /// Whether the text is a device-specific variation of the preceding text. Its key ends with the
  /// name of the device.
  package var isVariation: Bool {
    get { self[.variation] }
    set { self[.variation] = newValue }
  }
  /// Whether arguments are written to `.properties` files in the brace syntax of
  /// `java.text.MessageFormat`.
  package var isMessageFormat: Bool {
    get { self[.messageFormat] }
    set { self[.messageFormat] = newValue }
  }
  /// Whether a value that is the name of an Android resource refers to that resource.
  package var isReference: Bool {
    get { self[.reference] }
    set { self[.reference] = newValue }
  }
  /// The lines of the context that are not annotations, without leading or trailing whitespace or
  /// blank lines.
  package var prose: [String] = []

  /// Whether there are no annotations and no prose.
  package var isEmpty: Bool { prose.isEmpty && flags.isEmpty && details.isEmpty }

  /// Reads the annotations of a context. There are none if it is `nil`.
  package init(_ context: Context?) { self.init(context?.text ?? "") }

  /// Reads the annotations from the text of a context.
  package init(_ context: String) {
    if context.isEmpty { return }
    var source = context
    if source.withUTF8(Self.isOneLineOfProse) {
      prose = [context]
      return
    }
    let bytes = Array(source.utf8)
    var blanks = 0
    // The annotations, which may number in the thousands, are collected in a local variable because
    // each access to the stored property copies them.
    var found = Details()
    defer {
      found.tags = Self.unique(found.tags)
      detail = found
    }
    for line in ContextLine.All(bytes) {
      guard let text = read(bytes[line.range], line, &found) else { continue }
      // Blank lines at both ends are not part of the prose.
      if text.isEmpty {
        blanks += 1
      } else {
        if !prose.isEmpty { prose += repeatElement("", count: blanks) }
        prose.append(text)
        blanks = 0
      }
    }
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the line.
  ///   - line: The line that the bytes belong to.
  ///   - details: The rare annotations that the line may add to.
  /// - Returns: The prose of the line; `nil` if it is an annotation.
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

  /// Returns the words joined by single spaces.
  private static func joined(_ words: ArraySlice<ArraySlice<UInt8>>) -> String {
    guard var text = words.first else { return "" }
    for word in words.dropFirst() {
      text.append(UInt8(ascii: " "))
      text += word
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns whether a context is a single line that equals its prose, as in most texts: it has no
  /// annotation, and no whitespace except single spaces between words.
  package static func isOneLineOfProse(_ context: UnsafeBufferPointer<UInt8>) -> Bool {
    if context.first == UInt8(ascii: "@") { return false }
    var last = UInt8(ascii: " ")
    for byte in context {
      if byte == UInt8(ascii: " ") ? last == byte : byte < 0x20 { return false }
      last = byte
    }
    return last != UInt8(ascii: " ")
  }

  /// The maximum length of a word in an annotation, in bytes. Names and codes are much shorter.
  static let maxWordLength = 1_000

  /// Reads the words of a line as an annotation.
  ///
  /// - Returns: `false` if the words are not a valid annotation, in which case the line is prose.
  private mutating func read(_ words: [ArraySlice<UInt8>], _ details: inout Details) -> Bool {
    guard words.first?.first == UInt8(ascii: "@"),
      words.prefix(3).allSatisfy({ $0.count <= Self.maxWordLength })
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
    case "@tags":
      guard let tags = Self.items(words), tags.allSatisfy(Self.isTag) else { return false }
      details.tags += tags
    case "@platforms":
      let names = Self.items(words) ?? []
      let platforms = names.compactMap(AppPlatform.init)
      guard !names.isEmpty, platforms.count == names.count else {
        details.hasInvalidPlatforms = true
        return false
      }
      details.platforms.formUnion(platforms)
    case "@variant-of":
      // An invalid line is not prose, because the text would become a resource.
      let variant = VariantDeclaration(words)
      if let index = details.variants.firstIndex(where: { $0.base.equalsExactly(variant.base) }) {
        details.variants[index].platforms.formUnion(variant.platforms)
        details.variants[index].unknownPlatforms += variant.unknownPlatforms
      } else if details.variants.count < 2 {
        details.variants.append(variant)
      }
    case "@array" where words.count == 1: isArray = true
    case "@markup" where words.count == 1: isMarkup = true
    case "@reference" where words.count == 1: isReference = true
    case "@variation" where words.count == 1: isVariation = true
    case "@messageformat" where words.count == 1: isMessageFormat = true
    default: return false
    }
    return true
  }

  /// Returns whether a string is a number conversion without its percent sign, such as `ld`.
  package static func isNumberConversion(_ text: String) -> Bool {
    let elements = Message.parse("%" + text, backslash: .literal).message.elements
    guard elements.count == 1, case .placeholder(let placeholder)? = elements.first else {
      return false
    }
    return placeholder.position == nil
      && (placeholder.type == .integer || placeholder.type == .floating)
  }

  /// Returns whether the words of a line form a valid annotation.
  package static func isAnnotation(_ words: [ArraySlice<UInt8>]) -> Bool {
    var (annotations, details) = (Annotations(""), Details())
    return annotations.read(words, &details)
  }
}

extension Annotations {
  /// The text of a context with these annotations: the prose, followed by a line for each
  /// annotation.
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
    lines += selectionLines
    lines += variants.map(\.text)
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

  /// The lines of the annotations that select texts for outputs: `@tags` and `@platforms`.
  package var selectionLines: [String] {
    var lines: [String] = []
    if !tags.isEmpty { lines.append("@tags " + tagList) }
    if !platforms.isEmpty { lines.append("@platforms " + platformList) }
    return lines
  }

  /// The tags as the value of `@tags`, such as `ios, onboarding`.
  package var tagList: String { tags.joined(separator: ", ") }

  /// The platforms as the value of `@platforms`, such as `ios, web`.
  package var platformList: String { AppPlatform.names(platforms).joined(separator: ", ") }
}
