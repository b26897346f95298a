import TremaCatalog
import TremaFormats
import TremaSupport

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

  let first: Side
  let others: [Side]
  private let runs: Runs

  /// - Parameter others: were read after the first.
  init(first: TextSources, others: [TextSources]) {
    let runs = Runs(first, others)
    self.runs = runs
    self.first = Side(first, after: nil, runs)
    self.others = others.map { Side($0, after: first, runs) }
  }

  /// Where the texts of a run stand: which state, the first is 0, and their numbers in it.
  func run(_ number: Int) -> (state: Int, numbers: Range<Int>) {
    if let change = runs.changes[number] {
      return (change.state, change.number..<change.number + 1)
    }
    return (0, number..<runs.end(of: number))
  }
}

extension StateTexts {
  /// The texts of one state, made when somebody asks for them.
  final class Side {
    private(set) var names: [Name] = []
    /// Beside the names.
    private var origins: [Origin] = []
    private var sources: TextSources
    private var first: TextSources
    /// Those that events told of.
    private let told: [Text]

    private enum Origin { case run, told(Int), own(Int), known(Int) }

    init(_ texts: [Text]) {
      (sources, first, told) = (TextSources(), TextSources(), texts)
      for index in texts.indices { append(told: index) }
    }

    fileprivate init(_ sources: TextSources, after first: TextSources?, _ runs: Runs) {
      self.sources = sources
      self.first = first ?? TextSources()
      told = sources.told
      for item in sources.items {
        switch item {
        case .told(let indices): for index in indices { append(told: index) }
        case .own(let numbers) where first == nil:
          runs.forEach(in: numbers) { $1 ? append(run: $0) : append(sources.key($0), .own($0)) }
        case .own(let numbers):
          for number in numbers {
            if let original = runs.original(of: number, in: sources) {
              append(run: original)
            } else {
              append(sources.key(number), .own(number))
            }
          }
        case .known(let numbers):
          runs.forEach(in: numbers) {
            $1 ? append(run: $0) : append(self.first.key($0), .known($0))
          }
        }
      }
    }

    private func append(_ key: String, _ origin: Origin) {
      names.append(.key(ExactKey(key)))
      origins.append(origin)
    }

    private func append(told index: Int) { append(told[index].key, .told(index)) }

    private func append(run number: Int) {
      names.append(.run(number))
      origins.append(.run)
    }

    /// A text; a run has one that says nothing.
    subscript(index: Int) -> Text {
      switch origins[index] {
      case .run: return Text(key: "")
      case .told(let index): return told[index]
      case .own(let number): return sources.text(number)
      case .known(let number):
        var text = first.text(number)
        text.file = sources.file
        return text
      }
    }

    /// Those that are no run.
    var changed: [Text] {
      names.indices.compactMap { if case .key = names[$0] { self[$0] } else { nil } }
    }
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
