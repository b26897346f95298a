import Testing
import TremaTestSupport

@testable import TremaFormats
@testable import TremaMessages

@Suite struct PatternTests {
  private func decoded(_ bytes: [UInt8]) throws(CompiledProblem) -> Message {
    do {
      return try bytes.withUnsafeBytes { bytes in
        var decoder = PatternDecoder(bytes, at: 100)
        return try decoder.decode()
      }
    } catch let problem as CompiledProblem {
      throw problem
    } catch {
      throw CompiledProblem(at: -1, "\(error)")
    }
  }

  @Test func `any message survives a round trip`() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<3_000 {
      let message = RandomMessage.make(&random)
      let bytes = PatternEncoder(message).bytes
      #expect(try decoded(bytes) == message)
      // No shorter pattern is valid.
      let cut = random.number(0...bytes.count - 1)
      #expect(throws: CompiledProblem.self) { try decoded(Array(bytes[..<cut])) }
      #expect(throws: CompiledProblem.self) { try decoded(bytes + [0]) }
    }
  }

  @Test func `messages of the maximum depth survive a round trip`() throws {
    let deep = (0..<15).reduce("%@") { inner, number in
      "{a\(number), select, x {\(inner)} other {}}"
    }
    let message = Message.parse(deep).message
    #expect(message.hasBranches)
    let numbered = message.numbered(by: ArgumentNumbers([message]))
    #expect(try decoded(PatternEncoder(numbered).bytes) == numbered)
  }

  /// An element that is an argument of number 1 and a kind.
  private static func argument(_ rest: [UInt8], flags: UInt8 = 3) -> [UInt8] {
    [flags, 1, 2, 1] + rest
  }

  @Test(arguments: [
    ([], 100, "the pattern ends too early"),
    ([0], 101, "the pattern ends too early"),
    ([0, 1, 0, 1, 0x61, 0x62], 105, "unexpected bytes after the pattern"),
    ([1, 1, 0, 1, 0x61], 100, "the pattern does not match its first byte"),
    ([0, 5, 0, 1, 0x61], 102, "the number of elements is out of range"),
    ([0, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], 106, "the number of elements is out of range"),
    ([0, 0xFF, 0xFF, 0xFF, 0xFF, 0x10], 106, "a number is not well-formed"),
    ([0, 0x81, 0x00, 3], 103, "a number is not well-formed"),
    ([0, 1, 4, 0], 103, "an element is of an unknown kind"),
    ([0, 1, 0, 0], 104, "a text is empty or split in two"),
    ([0, 2, 0, 1, 0x61, 0, 1, 0x61], 108, "a text is empty or split in two"),
    ([0, 1, 0, 9, 0x61], 104, "a text ends after its pattern"),
    ([0, 1, 0, 1, 0xFF], 104, "a text is not UTF-8"),
    ([1, 1, 1, 0x71, 0], 104, "a conversion is unknown"),
    ([1, 1, 1, 0x64, 64], 105, "a placeholder has unknown parts"),
    ([1, 1, 1, 0x64, 1, 0], 106, "a position is out of range"),
    ([1, 1, 1, 0x64, 2, 64], 106, "a placeholder has unknown flags"),
    ([1, 1, 1, 0x64, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0xF], 110, "a width or precision is out of range"),
    ([1, 1, 1, 0x64, 16, 9], 106, "a length is unknown"),
    ([1, 1, 1, 0x74, 32, 0x20], 106, "a suffix is not a letter"),
    ([1, 1, 2, 0, 0], 104, "the number of an argument is out of range"),
    (argument([7]), 105, "an argument is of an unknown kind"),
    (argument([1, 4, 1, 0, 0]), 106, "a number style has unknown flags"),
    (argument([1, 0, 31, 0, 0]), 107, "the digits of a number style is out of range"),
    (
      argument([1, 0, 1, 2, 1]), 109,
      "the minimum number of digits of a number style exceeds the maximum"
    ),
    (argument([2, 5]), 106, "the length of a date is unknown"),
    (argument([4, 0, 0]), 107, "the number of branches is out of range"),
    (argument([4, 0, 1, 7, 0]), 108, "a category is unknown"),
    (argument([4, 0, 1, 1, 0]), 109, "a plural has no branch 'other'"),
    (argument([6, 1, 1, 0x61, 0]), 109, "a select has no branch 'other'"),
  ])
  func `malformed patterns are rejected with their location`(
    _ bytes: [UInt8], _ offset: Int, _ reason: String
  ) {
    #expect(throws: CompiledProblem(at: offset, reason)) { try decoded(bytes) }
  }

  @Test func `excessively nested messages are rejected`() {
    // Nested plurals of nine bytes each.
    let step: [UInt8] = [1, 2, 1, 4, 0, 1, 5]
    let bytes = [3] + Array(repeating: step, count: 100_000).joined() + [0]
    #expect(throws: CompiledProblem(at: 101 + 24 * step.count, "messages are nested too deeply")) {
      try decoded(bytes)
    }
  }
}

/// Messages with every kind of element.
private enum RandomMessage {
  static func make(_ random: inout SeededGenerator, depth: Int = 0) -> Message {
    Message(
      (0..<random.number(0...4)).map { _ -> Message.Element in
        switch random.number(0...(depth < 3 ? 5 : 3)) {
        case 0, 1: .text(HostileText.text(&random, of: [HostileText.pieces]))
        case 2: .placeholder(placeholder(&random))
        case 3: .pluralNumber
        default: .argument(argument(&random, depth))
        }
      })
  }

  private static func placeholder(_ random: inout SeededGenerator) -> Placeholder {
    var placeholder = Placeholder(
      Unicode.Scalar(random.pick(Array("@diDuUxXoOfFeEgGaAcCsSpbBhHntT".utf8))))
    if random.once(in: 2) { placeholder.position = random.pick([1, 2, 127, 128, 999_999_999]) }
    placeholder.flags = Placeholder.Flags(rawValue: UInt8(random.number(0...63)))
    placeholder.width = extent(&random)
    placeholder.precision = extent(&random)
    if random.once(in: 2) {
      placeholder.length = random.pick([
        .char, .short, .long, .longLong, .quad, .size, .pointerDifference, .maximum, .longDouble,
      ])
    }
    if random.once(in: 4) { placeholder.dateSuffix = random.pick(Array("HYc".utf8)) }
    return placeholder
  }

  private static func extent(_ random: inout SeededGenerator) -> Placeholder.WidthOrPrecision? {
    random.pick([nil, nil, .argument, .fixed(0), .fixed(5), .fixed(999_999_999)])
  }

  private static func argument(
    _ random: inout SeededGenerator, _ depth: Int
  ) -> MessageArgument {
    let length = random.pick([nil] + DateLength.allCases)
    let kind: MessageArgument.Kind =
      switch random.number(0...6) {
      case 0: .plain
      case 1: .number(style(&random))
      case 2: .date(length)
      case 3: .time(length)
      case 4: .plural(plural(&random, .cardinal, depth))
      case 5: .plural(plural(&random, .ordinal, depth))
      default:
        .select(
          [MessageArgument.SelectBranch("other", make(&random, depth: depth + 1))]
            + (0..<random.number(0...2)).map {
              MessageArgument.SelectBranch("é\($0)", make(&random, depth: depth + 1))
            })
      }
    return MessageArgument(.numbered(random.pick([1, 2, 99, 200])), kind)
  }

  private static func style(_ random: inout SeededGenerator) -> NumberStyle {
    let least = random.number(0...30)
    return NumberStyle(
      isGrouped: random.once(in: 2), isPercent: random.once(in: 2),
      minimumIntegers: random.number(0...30), fractions: least...random.number(least...30))
  }

  private static func plural(
    _ random: inout SeededGenerator, _ kind: PluralKind, _ depth: Int
  ) -> MessageArgument.Plural {
    let exact = random.pick([0, 1, 127, 128, 999_999_999])
    let categories = PluralCategory.allCases.dropLast().filter { _ in random.once(in: 3) }
    let selectors = [PluralSelector.exact(exact)] + categories.map { .category($0) }
    return MessageArgument.Plural(
      kind, offset: random.pick([0, 0, 1, 300]),
      (selectors + [.category(.other)]).map {
        MessageArgument.PluralBranch($0, make(&random, depth: depth + 1))
      })
  }
}
