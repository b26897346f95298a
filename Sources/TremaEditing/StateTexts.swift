import TremaCatalog
import TremaDiagnostics
import TremaFormats

/// The texts of two or three states of a catalogue, where those that all states have in the same order
/// are one thing, a run: nobody has to make them. Of three states, the first of which is the base of the
/// others, a text that one side alone has changed is a run, too: that of its side.
struct StateTexts {
  /// By what texts are told apart.
  enum Name: Hashable {
    case key(ExactKey)
    /// The first number of a run.
    case run(Int)
  }

  struct Side {
    var names: [Name] = []
    /// Beside the names; a run has one that says nothing.
    var texts: [Text] = []

    init() {}

    init(_ texts: [Text]) {
      self.texts = texts
      names = texts.indices.map { .key(ExactKey(texts[$0].key)) }
    }

    mutating func append(_ text: Text) {
      names.append(.key(ExactKey(text.key)))
      texts.append(text)
    }

    fileprivate mutating func append(run number: Int) {
      names.append(.run(number))
      texts.append(Text(key: ""))
    }

    /// Those that are no run.
    var changed: [Text] {
      texts.indices.compactMap { if case .key = names[$0] { texts[$0] } else { nil } }
    }
  }

  private(set) var first = Side()
  private(set) var others: [Side] = []
  private let runs: Runs

  /// - Parameter others: were read after the first.
  init(first: TextSources, others: [TextSources]) {
    var sources = first
    let runs = Runs(first, others)
    self.runs = runs
    // Where in the first side a text is that is no run.
    var places: [Int: Int] = [:]
    for item in first.items {
      switch item {
      case .known: break
      case .told(let indices): for text in first.told[indices] { self.first.append(text) }
      case .own(let numbers):
        runs.forEach(in: numbers) { number, isRun in
          if isRun { return self.first.append(run: number) }
          places[number] = self.first.texts.count
          self.first.append(sources.text(number))
        }
      }
    }
    for other in others { self.others.append(side(other, places)) }
  }

  private func side(_ other: TextSources, _ places: [Int: Int]) -> Side {
    var sources = other
    var side = Side()
    for item in other.items {
      switch item {
      case .told(let indices): for text in other.told[indices] { side.append(text) }
      case .own(let numbers):
        for number in numbers {
          if let original = runs.original(of: number, in: other) {
            side.append(run: original)
          } else {
            side.append(sources.text(number))
          }
        }
      case .known(let numbers):
        runs.forEach(in: numbers) { number, isRun in
          if isRun { return side.append(run: number) }
          guard let place = places[number] else { return }
          var text = first.texts[place]
          text.file = other.file
          side.append(text)
        }
      }
    }
    return side
  }

  /// Where the texts of a run stand: which state, the first is 0, and their numbers in it.
  func run(_ number: Int) -> (state: Int, numbers: Range<Int>) {
    if let change = runs.changes[number] {
      return (change.state, change.number..<change.number + 1)
    }
    return (0, number..<runs.end(of: number))
  }
}

/// Which texts of a first state stand in all others, too, and which of them follow each other in each.
private struct Runs {
  /// Where a run may end, in any of the states.
  private var isCut: [Bool]
  private var isShared: [Bool]
  /// What one side has made of a text, by its number in the first state.
  private(set) var changes: [Int: (state: Int, number: Int)] = [:]

  init(_ first: TextSources, _ others: [TextSources]) {
    isCut = Array(repeating: false, count: first.records.count + 1)
    var owners = Array(repeating: 0 as UInt8, count: first.records.count)
    for state in [first] + others {
      for item in state.items {
        switch item {
        case .own(let numbers) where state.isFirst, .known(let numbers):
          isCut[numbers.lowerBound] = true
          isCut[numbers.upperBound] = true
          for number in numbers { owners[number] += 1 }
        case .own, .told: break
        }
      }
    }
    isShared = owners.map { $0 == others.count + 1 }
    // Of two states nobody knows which of them changed a text.
    guard others.count > 1 else { return }
    for (index, state) in others.enumerated() {
      for number in state.records.indices {
        guard let original = state.records[number].original, owners[original] == others.count else {
          continue
        }
        changes[original] = (index + 1, number)
        isShared[original] = true
        isCut[original] = true
        isCut[original + 1] = true
      }
    }
  }

  /// The number of the run that a side's own text is.
  func original(of number: Int, in state: TextSources) -> Int? {
    guard let original = state.records[number].original, isShared[original] else { return nil }
    return original
  }

  func end(of number: Int) -> Int {
    var end = number + 1
    while !isCut[end] { end += 1 }
    return end
  }

  /// - Parameter body: is told of each run, by its first number, and of each text that is in none.
  func forEach(in numbers: Range<Int>, _ body: (Int, _ isRun: Bool) -> Void) {
    var number = numbers.lowerBound
    while number < numbers.upperBound {
      body(number, isShared[number])
      number = isShared[number] ? end(of: number) : number + 1
    }
  }
}
