import ConfigKit
import TremaDiagnostics
import TremaPropertyLists

/// Makes a configuration of a property list, and says of each problem which key it is about.
struct PropertyListConversion {
  let file: String
  var entries = UniqueEntries()
  private(set) var problems: [Diagnostic]
  /// The number of those that the reader found.
  private let known: Int
  /// How many of the problems lie before what is looked at.
  private var passed = 0
  private var path = ConfigKeyPath()

  /// - Parameter problems: those of the reader.
  init(file: String, problems: [Diagnostic]) {
    self.file = file
    self.problems = problems.sorted(by: Diagnostic.inReadingOrder)
    known = problems.count
  }

  mutating func value(_ list: PropertyList) throws(Diagnostic) -> ConfigValue {
    let place = place(list.extent)
    if list.array == nil, list.entries == nil { name(list.extent) }
    let content: ConfigValue.Content
    switch list.value {
    case .dictionary(let list):
      let dictionary = try dictionary(list)
      if dictionary.isArchiveReference { report(archiveReference(at: place)) }
      content = .dictionary(dictionary)
    case .array(let list):
      var values: [ConfigValue] = []
      values.reserveCapacity(list.count)
      for (index, value) in list.enumerated() {
        path.components.append(.index(index))
        values.append(try self.value(value))
        path.components.removeLast()
      }
      content = .array(values)
    case .string(let text): content = .string(text)
    case .integer(let number): content = .integer(number)
    case .real(let number):
      if !number.isFinite { report(notFinite(number, at: place)) }
      content = .real(number)
    case .boolean(let claim): content = .boolean(claim)
    case .date(let date): content = .date(date)
    case .data(let bytes): content = .data(bytes)
    case .uid:
      var problem = archiveReference(at: place)
      problem.kind = .unreadable
      throw problem
    }
    return ConfigValue(content, at: place)
  }

  private mutating func dictionary(
    _ list: [PropertyList.Entry]
  ) throws(Diagnostic) -> ConfigDictionary {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(list.count)
    for entry in list {
      path.components.append(.key(entry.key))
      name(entry.keyExtent)
      entries.append(
        ConfigDictionary.Entry(entry.key, at: place(entry.keyExtent), try value(entry.value)))
      path.components.removeLast()
    }
    return self.entries.dictionary(entries, at: path)
  }

  /// Gives the key at hand to the reader's problems inside of a key or a value.
  private mutating func name(_ extent: PropertyList.Extent) {
    while passed < known, let start = problems[passed].location?.start, start < extent.end {
      if start >= extent.start { about(&problems[passed]) }
      passed += 1
    }
  }

  private func about(_ problem: inout Diagnostic) {
    if path.components.isEmpty { return }
    problem.key = path.description
    problem.subject = path.description
  }

  private mutating func report(_ problem: Diagnostic) {
    var problem = problem
    about(&problem)
    problems.append(problem)
  }

  private func place(_ extent: PropertyList.Extent) -> ConfigPlace {
    ConfigPlace(file: file, start: extent.start, end: extent.end, bytes: extent.bytes)
  }

  private func archiveReference(at place: ConfigPlace) -> Diagnostic {
    Diagnostic(
      .error, "archive-reference", "a reference of a keyed archive is no configuration",
      at: place.location,
      hint: "write the value itself; a dictionary with the key 'CF$UID' alone is one, too")
  }

  private func notFinite(_ number: Double, at place: ConfigPlace) -> Diagnostic {
    Diagnostic(
      .error, "not-finite",
      number.isNaN ? "this is not a number" : "this number is infinite, or too large for one",
      at: place.location, hint: "write a finite number; JSON and most programs know no other")
  }
}
