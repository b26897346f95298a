import TremaMessages

/// The readings of a message, in UTF-8: as many as are needed to show each branch, but not each
/// combination of branches.
///
/// A choice has as many readings as all of its branches together. A message has as many readings as
/// its choice with the most readings. In readings with higher numbers, the other choices show their
/// last branch, which is `other`.
struct Renderings {
  /// The maximum number of readings. If there are more, readings are selected at equal intervals.
  private static let maxCount = 32
  /// The approximate maximum length of all readings together, in bytes. Long messages therefore
  /// have fewer readings.
  private static let maxLength = 1 << 14

  /// Returns the readings of a message.
  ///
  /// - Returns: At least one reading, and whether each combination of branches is among them.
  static func all(of message: Message) -> (readings: [[UInt8]], areComplete: Bool) {
    var last: [UInt8] = []
    let whole = Renderings(of: message)
    // The last reading shows `other` in every choice. It is always included, and its length serves
    // as the estimate for all readings.
    whole.append(reading: whole.count - 1, to: &last)
    let count = min(whole.count, maxCount, max(maxLength / max(last.count, 1), 1))
    var readings = (0..<count - 1).map { number in
      var reading: [UInt8] = []
      whole.append(reading: number * (whole.count - 1) / (count - 1), to: &reading)
      return reading
    }
    readings.append(last)
    return (readings, count == whole.count && whole.areComplete)
  }

  /// A part of a message: literal text, an argument, or a plural or select.
  private enum Part {
    case text(String)
    case argument
    /// A plural or select.
    ///
    /// - Parameter count: The total number of readings in all branches.
    case choice(branches: [Renderings], count: Int)
  }

  private var parts: [Part] = []
  /// The number of readings that show each branch.
  private var count = 1
  /// Whether these readings are all combinations of branches.
  private var areComplete = true

  private init(of message: Message) {
    if let text = message.plainText {
      parts = [.text(text)]
      return
    }
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text(let text): parts.append(.text(text))
        case .argument(let argument) where argument.isChoice: append(argument)
        case .placeholder, .pluralNumber, .argument: parts.append(.argument)
        }
      }
    }
  }

  /// Appends a plural or select.
  private mutating func append(_ argument: MessageArgument) {
    var branches: [Renderings] = []
    argument.forEachBranch { branches.append(Renderings(of: $0)) }
    let readingCount = branches.reduce(0) { $0 + $1.count }
    // Two choices in one message are shown in parallel, so their combinations aren't all among the
    // readings.
    areComplete =
      areComplete && branches.allSatisfy(\.areComplete) && (readingCount <= 1 || count == 1)
    count = max(count, readingCount)
    parts.append(.choice(branches: branches, count: readingCount))
  }

  /// Appends the text of a reading.
  ///
  /// - Parameter number: The index of the reading.
  private func append(reading number: Int, to bytes: inout [UInt8]) {
    for part in parts {
      switch part {
      case .text(let text): bytes += text.utf8
      case .argument: bytes += Prose.placeholder
      case .choice(let branches, let count):
        var number = min(number, count - 1)
        for branch in branches {
          if number < branch.count {
            branch.append(reading: number, to: &bytes)
            break
          }
          number -= branch.count
        }
      }
    }
  }
}
