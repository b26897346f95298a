import TremaMessages

/// What readers see of a message: one reading for each choice of branches, in bytes of UTF-8.
///
/// They stand end to end: plurals may be fifteen deep in each other, and each around the others begins
/// all of their readings anew.
struct Readings {
  /// A choice that would make more of them is read with its last branch alone.
  private static let most = 32

  private var bytes: [UInt8] = []
  /// Where each ends.
  private var ends: [Int]

  init(of message: Message) {
    self.init(ends: [])
    append(message)
  }

  private init(ends: [Int]) {
    self.ends = ends
    self.ends.reserveCapacity(Self.most)
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
  }

  var all: [[UInt8]] { ends.indices.map { Array(bytes[range($0)]) } }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  // MARK: Messages

  private mutating func append(_ message: Message) {
    if let text = message.plainText {
      bytes += text.utf8
      return ends.append(bytes.count)
    }
    // Those up to the last choice, and what stands behind each of them: to append every part to each
    // would take longer.
    var before = Readings(ends: [0])
    var rest: [UInt8] = []
    message.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text(let text): rest += text.utf8
        case .placeholder, .pluralNumber: rest += Prose.placeholder
        case .argument(let argument): before.add(argument, behind: &rest)
        }
      }
    }
    append(rest.isEmpty ? before : Readings(before, rest, Readings(ends: [0])))
  }

  private mutating func append(_ readings: Readings) {
    let start = bytes.count
    bytes += readings.bytes
    for end in readings.ends { ends.append(start + end) }
  }

  // MARK: Arguments

  /// - Parameter rest: what stands between these readings and the argument, and then behind them.
  private mutating func add(_ argument: MessageArgument, behind rest: inout [UInt8]) {
    guard argument.isChoice else { return rest += Prose.placeholder }
    // Twice as many would be too many, so that only the last branch counts.
    if ends.count * 2 > Self.most { return Self.appendLast(of: argument, to: &rest) }
    var branches = Readings(ends: [])
    argument.forEachBranch { branches.append($0) }
    let added = branches.ends.count
    guard added > 1, ends.count * added <= Self.most else {
      rest += branches.bytes[branches.range(added - 1)]
      return
    }
    self = Readings(self, rest, branches)
    rest.removeAll(keepingCapacity: true)
  }

  /// The reading of the last branch of all that has any.
  private static func appendLast(of argument: MessageArgument, to reading: inout [UInt8]) {
    guard let last = argument.branches.last else { return reading += Prose.placeholder }
    if let text = last.plainText { return reading += text.utf8 }
    last.withElements { elements in
      for index in elements.indices {
        switch elements[index] {
        case .text(let text): reading += text.utf8
        case .placeholder, .pluralNumber: reading += Prose.placeholder
        case .argument(let argument): appendLast(of: argument, to: &reading)
        }
      }
    }
  }
}
