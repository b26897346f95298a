import TremaMessages

/// A value with its placeholders numbered as by trema-core, or correctly numbered if trema-core's
/// numbers would change its meaning.
///
/// trema-core replaced every `%` before a letter, and did not recognize `%%` or existing lengths,
/// widths and numbers.
struct TremaCoreFormat {
  /// The value in UTF-8.
  private(set) var bytes: [UInt8] = []
  /// The source offset of each byte in the value.
  private(set) var origins: [Int] = []
  /// Whether the resource compiler would count the percent signs in a text without placeholders as
  /// multiple arguments.
  private(set) var countsAsSeveralArguments = false

  /// Converts the source of a value.
  ///
  /// - Parameters:
  ///   - source: The value in the catalog.
  ///   - differences: The list to which a correction is added.
  init(_ source: String, _ differences: inout WritingDifferences) {
    let source = Array(source.utf8)
    guard source.contains(UInt8(ascii: "%")) else {
      bytes = source
      origins = Array(source.indices)
      return
    }
    let percents = Placeholder.percents(in: source)
    let old = Self.oldReplacements(source)
    apply(old, to: source)
    let misread = Self.firstMisreadPercent(bytes, of: source, percents)
    if let misread {
      // The difference is located at the changed percent sign, or, if there is none, at
      // trema-core's first replacement.
      let range = misread < percents.count ? percents[misread].range : old.first?.range
      differences.note(
        "trema-core wrote '\(String(decoding: bytes, as: UTF8.self))', whose placeholders Java "
          + "rejects or reads differently", at: .value(range))
      (bytes, origins) = ([], [])
      apply(Self.replacements(percents), to: source)
    }
    let hasPlaceholders = percents.contains { $0.percent.placeholder != nil }
    countsAsSeveralArguments = !hasPlaceholders && Self.countsAsSeveralArguments(bytes)
  }

  /// A range in the source, and the replacement for it.
  private typealias Replacement = (range: Range<Int>, text: String)

  /// Appends the source with some ranges replaced. The ranges must be in order and must not
  /// overlap.
  private mutating func apply(_ replacements: [Replacement], to source: [UInt8]) {
    var done = 0
    for (range, text) in replacements {
      bytes += source[done..<range.lowerBound]
      origins += done..<range.lowerBound
      bytes += text.utf8
      origins += repeatElement(range.lowerBound, count: text.utf8.count)
      done = range.upperBound
    }
    bytes += source[done...]
    origins += done..<source.count
  }

  /// Returns trema-core's replacements: every percent sign followed by a letter in its table,
  /// numbered from 1.
  private static func oldReplacements(_ source: [UInt8]) -> [Replacement] {
    var replacements: [Replacement] = []
    var number = 1
    for (index, byte) in source.enumerated()
    where byte == UInt8(ascii: "%") && index + 1 < source.count {
      let letter: Character
      switch source[index + 1] {
      case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"): letter = "d"
      case UInt8(ascii: "s"), UInt8(ascii: "@"): letter = "s"
      case let conversion where "oxXfeEgGc".utf8.contains(conversion):
        letter = Character(Unicode.Scalar(conversion))
      default: continue
      }
      replacements.append((index..<index + 2, "%\(number)$\(letter)"))
      number += 1
    }
    return replacements
  }

  /// Returns the correct replacements: every placeholder in Java's spelling with its number, and
  /// `%%` for each percent sign that is not a placeholder. Returns an empty array if there are no
  /// placeholders.
  private static func replacements(
    _ percents: [(range: Range<Int>, percent: Placeholder.Percent)]
  ) -> [Replacement] {
    let placeholders = percents.compactMap(\.percent.placeholder)
    if placeholders.isEmpty { return [] }
    var arguments = Message(placeholders.map { .placeholder($0) })
      .numberedPlaceholders.map(\.argument)[...]
    return percents.map { range, percent in
      guard let placeholder = percent.placeholder else { return (range, "%%") }
      let spelling = PlaceholderDialect.java.spell(placeholder, position: arguments.popFirst())
      return (range, spelling ?? placeholder.description)
    }
  }

  /// Returns the index of the first percent sign in the source that has a different meaning in the
  /// old spelling, or that Java rejects.
  ///
  /// - Returns: The index; the number of percent signs if the old spelling has additional ones or a
  ///   different text, or `nil` if the old spelling is correct.
  private static func firstMisreadPercent(
    _ old: [UInt8], of source: [UInt8],
    _ percents: [(range: Range<Int>, percent: Placeholder.Percent)]
  ) -> Int? {
    let written = Placeholder.percents(in: old)
    func arguments(
      _ percents: [(range: Range<Int>, percent: Placeholder.Percent)]
    ) -> [(argument: Int, placeholder: Placeholder)] {
      Message(percents.compactMap { $0.percent.placeholder.map { .placeholder($0) } })
        .numberedPlaceholders
    }
    let (expected, actual) = (arguments(percents), arguments(written))
    var placeholder = 0
    for (index, percent) in percents.enumerated() {
      guard index < written.count else { return index }
      let new = written[index]
      switch (percent.percent, new.percent) {
      case (.placeholder, .placeholder(let spelled)):
        let isSame =
          expected[placeholder].argument == actual[placeholder].argument
          && expected[placeholder].placeholder.type == actual[placeholder].placeholder.type
        let isNumbered = spelled.position != nil || expected.count == 1
        guard isSame, isNumbered, isJava(spelled, Array(old[new.range])) else { return index }
        placeholder += 1
      case (.doubled, .doubled): continue
      case (.lone, .lone) where expected.isEmpty: continue
      default: return index
      }
    }
    // For example, `%%d` became `%%1$d`, in which `1$d` is text.
    let isSameText =
      written.count == percents.count
      && text(of: old, without: written) == text(of: source, without: percents)
    return isSameText ? nil : percents.count
  }

  /// Returns the text between the percent signs of a format.
  private static func text(
    of format: [UInt8], without percents: [(range: Range<Int>, percent: Placeholder.Percent)]
  ) -> [UInt8] {
    var text: [UInt8] = []
    var done = 0
    for (range, _) in percents {
      text += format[done..<range.lowerBound]
      done = range.upperBound
    }
    return text + format[done...]
  }

  /// Returns whether Java accepts the spelling of a placeholder.
  private static func isJava(_ placeholder: Placeholder, _ spelled: [UInt8]) -> Bool {
    guard placeholder.length == nil, !spelled.contains(UInt8(ascii: "'")),
      let right = PlaceholderDialect.java.spell(placeholder, position: placeholder.position)
    else { return false }
    // Java has two more uppercase conversions than C, which produce uppercase text.
    let written = placeholder.spelled(position: placeholder.position)
    return written == right
      || written.dropLast() == right.dropLast() && ["S", "C"].contains(written.last)
  }

  /// Returns whether the resource compiler counts multiple arguments without numbers. It does not
  /// count a trailing percent sign, `%%` or `%n`, and stops at date conversions.
  private static func countsAsSeveralArguments(_ text: [UInt8]) -> Bool {
    var count = 0
    var isPlain = false
    var index = 0
    while index + 1 < text.count {
      guard text[index] == UInt8(ascii: "%") else {
        index += 1
        continue
      }
      index += 1
      // `%%` and `%n` need no argument.
      if text[index] == UInt8(ascii: "%") || text[index] == UInt8(ascii: "n") {
        index += 1
        continue
      }
      count += 1
      let digits = text[index...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      index = digits.endIndex
      // The compiler rejects multiple arguments if any of them has no explicit number.
      if digits.isEmpty || index < text.count && text[index] != UInt8(ascii: "$") { isPlain = true }
      while index < text.count, "-#+ ,(0123456789".utf8.contains(text[index]) { index += 1 }
      if index < text.count, "DFKMWZkmwyz".utf8.contains(text[index]) { return false }
      index += 1
    }
    return count > 1 && isPlain
  }
}

extension Placeholder.Percent {
  /// The placeholder, or `nil` if the percent sign is not part of one.
  fileprivate var placeholder: Placeholder? {
    if case .placeholder(let placeholder) = self { placeholder } else { nil }
  }
}
