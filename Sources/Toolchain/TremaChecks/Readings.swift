import TremaMessages

/// What readers see of a message, in bytes of UTF-8: one reading for each combination of branches, as long
/// as those are few, and else so many that each branch is read of choices that have few.
///
/// They stand end to end: plurals may be fifteen deep in each other, and each around the others begins
/// all of their readings anew.
struct Readings {
  /// Two choices that would make more of them are not combined: each reading has one of the branches.
  private static let mostCombinations = 16
  /// A choice alone makes as many.
  private static let mostBranches = 32
  /// In bytes, about: of a long message there are fewer, and of one of thousands of words one.
  private static let longest = 1 << 14
  /// Of those behind so many choices of one message the last branch is read, which is `other`.
  private static let mostChoices = 64

  private var bytes: [UInt8] = []
  /// Where each ends.
  private var ends: [Int]
  /// Whether each combination of branches is among them.
  private var areComplete = true
  /// How many there may be of one message.
  private let most: Int

  private init(of message: Message, most: Int) {
    self.init(ends: [], most: most)
    append(message)
  }

  private init(ends: [Int], most: Int) {
    self.most = most
    self.ends = ends
    self.ends.reserveCapacity(Self.mostCombinations)
  }

  /// Each of the readings of one with each of another behind it.
  private init(_ first: Readings, _ middle: [UInt8], _ second: Readings) {
    let (count, added) = (first.ends.count, second.ends.count)
    let length =
      first.bytes.count * added + middle.count * count * added + second.bytes.count * count
    var all: [Int] = []
    all.reserveCapacity(count * added)
    bytes = [UInt8](unsafeUninitializedCapacity: length) { bytes, end in
      for index in first.ends.indices {
        for other in second.ends.indices {
          end = bytes[end...].update(fromContentsOf: first.bytes[first.range(index)])
          end = bytes[end...].update(fromContentsOf: middle)
          end = bytes[end...].update(fromContentsOf: second.bytes[second.range(other)])
          all.append(end)
        }
      }
    }
    ends = all
    areComplete = first.areComplete && second.areComplete
    most = first.most
  }

  /// - Returns: at least one, and whether each combination of branches is among them.
  static func all(of message: Message) -> (readings: [[UInt8]], areComplete: Bool) {
    var last: [UInt8] = []
    appendLast(of: message, to: &last)
    guard message.hasBranches else { return ([last], true) }
    let most = min(mostBranches, longest / max(last.count, 1))
    if most <= 1 { return ([last], false) }
    let readings = Readings(of: message, most: most)
    return (readings.all, readings.areComplete)
  }

  private var all: [[UInt8]] { ends.indices.map { Array(bytes[range($0)]) } }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  // MARK: Messages

  private mutating func append(_ message: Message) {
    guard message.hasBranches else {
      Self.appendLast(of: message, to: &bytes)
      return ends.append(bytes.count)
    }
    let placeholder = Prose.placeholder
    var walk = Walk(before: Readings(ends: [0], most: most))
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text(let text): walk.rest += text.utf8
        case .argument(let argument) where argument.isChoice: walk.choose(argument)
        case .placeholder, .pluralNumber, .argument:
          for byte in placeholder { walk.rest.append(byte) }
        }
      }
    }
    if walk.dealt.isEmpty {
      append(
        walk.rest.isEmpty
          ? walk.before : Readings(walk.before, walk.rest, Readings(ends: [0], most: most)))
    } else {
      areComplete = false
      for reading in walk.dealt {
        bytes += reading
        bytes += walk.rest
        ends.append(bytes.count)
      }
    }
  }

  private mutating func append(_ readings: Readings) {
    let start = bytes.count
    bytes += readings.bytes
    for end in readings.ends { ends.append(start + end) }
    areComplete = areComplete && readings.areComplete
  }

  /// Puts the readings of a message together.
  private struct Walk {
    /// Those up to the last choice.
    private(set) var before: Readings
    /// The same once they are too many to combine with another choice.
    private(set) var dealt: [[UInt8]] = []
    /// What stands behind each of them: to append every part to each would take longer.
    var rest: [UInt8] = []
    private var choices = 0

    init(before: Readings) { self.before = before }

    mutating func choose(_ argument: MessageArgument) {
      choices += 1
      if choices > Readings.mostChoices {
        before.areComplete = false
        return Readings.appendLastBranch(of: argument, to: &rest)
      }
      var branches = Readings(ends: [], most: before.most)
      argument.forEachBranch { branches.append($0) }
      if branches.ends.count == 1 {
        rest += branches.bytes
        before.areComplete = before.areComplete && branches.areComplete
      } else if dealt.isEmpty, canCombine(branches) {
        before = Readings(before, rest, branches)
        rest.removeAll(keepingCapacity: true)
      } else {
        deal(branches)
      }
    }

    /// Whether there are few enough, and one branch among short ones is not so long that it fills memory.
    private func canCombine(_ branches: Readings) -> Bool {
      let (own, added) = (before.ends.count, branches.ends.count)
      let copies =
        before.bytes.count * (added - 1) + rest.count * (own * added - 1)
        + branches.bytes.count * (own - 1)
      let most = own == 1 ? before.most : min(before.most, Readings.mostCombinations)
      return own * added <= most && copies <= Readings.longest
    }

    /// Each gets the next of the branches, or the next but some where those are more, and the last of
    /// them the last.
    private mutating func deal(_ branches: Readings) {
      if dealt.isEmpty { dealt = before.all }
      let count = dealt.count
      var copies = 0
      while dealt.count < min(branches.ends.count, before.most) {
        let next = dealt[dealt.count - count]
        copies += next.count
        if copies > Readings.longest { break }
        dealt.append(next)
      }
      let (last, lastBranch) = (dealt.count - 1, branches.ends.count - 1)
      for index in dealt.indices {
        let own =
          if index == last {
            lastBranch
          } else if last < lastBranch {
            index * lastBranch / last
          } else {
            index % branches.ends.count
          }
        dealt[index] += rest
        dealt[index] += branches.bytes[branches.range(own)]
      }
      rest.removeAll(keepingCapacity: true)
    }
  }

  /// The reading with the last of all branches: the only one where there are none.
  private static func appendLast(of message: Message, to reading: inout [UInt8]) {
    if let text = message.plainText { return reading += text.utf8 }
    // Byte by byte: there may be ten thousand, and each would be counted as a use of an array.
    let placeholder = Prose.placeholder
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text(let text): reading += text.utf8
        case .argument(let argument) where argument.isChoice:
          appendLastBranch(of: argument, to: &reading)
        case .placeholder, .pluralNumber, .argument:
          for byte in placeholder { reading.append(byte) }
        }
      }
    }
  }

  private static func appendLastBranch(of argument: MessageArgument, to reading: inout [UInt8]) {
    if let last = argument.branches.last { appendLast(of: last, to: &reading) }
  }
}
