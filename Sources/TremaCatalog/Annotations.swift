import TremaMessages

/// What the lines of a context that begin with `@` say.
///
/// | line | meaning |
/// |---|---|
/// | `@param 1 userName the user's first name` | names and documents argument 1 |
/// | `@max 40` | the longest allowed length in characters |
/// | `@ignore check-name reason` | this text is excused from a check |
/// | `@translatable false` | the same in every language |
/// | `@array` | one entry of an array |
public struct Annotations: Hashable, Sendable {
  public struct Parameter: Hashable, Sendable {
    public var name: String
    public var documentation: String

    public init(_ name: String, documentation: String = "") {
      self.name = name
      self.documentation = documentation
    }
  }

  /// By argument number, from 1.
  public var parameters: [Int: Parameter] = [:]
  public var maximumLength: Int?
  /// The reason by the code of the check.
  public var ignored: [String: String] = [:]
  public var isTranslatable = true
  public var isArray = false
  /// The lines of the context that are not annotations, without white space at both ends.
  public var prose: [String] = []

  /// Whether the context says nothing at all.
  public var sayNothing: Bool {
    prose.isEmpty && parameters.isEmpty && maximumLength == nil && ignored.isEmpty
      && isTranslatable && !isArray
  }

  public init(_ context: Context?) { self.init(context?.text ?? "") }

  public init(_ context: String) {
    if context.isEmpty { return }
    var source = context
    if source.withUTF8(Self.isOneLineOfProse) {
      prose = [context]
      return
    }
    // Byte by byte, which is faster, and because to Swift a carriage return and the line feed after
    // it are one character.
    source.withUTF8 { bytes in
      for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
        read(line: UnsafeBufferPointer(rebasing: line))
      }
    }
    prose = Array(prose[(prose.firstIndex { !$0.isEmpty } ?? prose.endIndex)...])
    while prose.last?.isEmpty == true { prose.removeLast() }
  }

  private mutating func read(line: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: line, as: UTF8.self)
    if line.isEmpty || Self.isOneLineOfProse(line) { return prose.append(text) }
    let words = text.utf8.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.map(Substring.init)
    if !read(words) { prose.append(words.joined(separator: " ")) }
  }

  /// Whether a context is one line that says just itself, as most do: it has no annotation, and no
  /// white space but single spaces between words.
  package static func isOneLineOfProse(_ context: UnsafeBufferPointer<UInt8>) -> Bool {
    var last = UInt8(ascii: " ")
    for byte in context {
      if byte == UInt8(ascii: " ") ? last == byte : byte < 0x20 { return false }
      last = byte
    }
    return last != UInt8(ascii: " ") && context.first != UInt8(ascii: "@")
  }

  /// - Returns: false when the words are no annotation; a mistaken one stays visible as prose.
  private mutating func read(_ words: [Substring]) -> Bool {
    switch words.first {
    case "@param":
      guard words.count >= 3, let number = Int(words[1]), number > 0 else { return false }
      parameters[number] = Parameter(
        String(words[2]), documentation: words.dropFirst(3).joined(separator: " "))
    case "@max":
      guard words.count == 2, let maximum = Int(words[1]), maximum > 0 else { return false }
      maximumLength = maximum
    case "@ignore":
      guard words.count >= 2 else { return false }
      ignored[String(words[1])] = words.dropFirst(2).joined(separator: " ")
    case "@translatable":
      guard words.count == 2, let isTrue = Bool(String(words[1])) else { return false }
      isTranslatable = isTrue
    case "@array" where words.count == 1: isArray = true
    default: return false
    }
    return true
  }
}

extension Annotations {
  /// The context that says this: prose, then one line for each annotation.
  public var text: String {
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
    return lines.joined(separator: "\n")
  }
}
