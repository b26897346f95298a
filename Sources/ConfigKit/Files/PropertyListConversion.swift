import TremaConfigValues
import TremaPropertyLists
import TremaSupport

/// Makes a configuration of a property list, and says of each problem which key it is about.
struct PropertyListConversion {
  let file: String
  var entries = UniqueEntries()
  private(set) var problems: [Diagnostic]
  /// Kept here, because throwing makes the frames of the recursion several times as large.
  private var unreadable: Diagnostic?
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

  mutating func configuration(_ list: PropertyList) throws(Diagnostic) -> ConfigValue {
    let value = value(list)
    if let unreadable { throw unreadable }
    return value
  }

  private mutating func value(_ list: PropertyList) -> ConfigValue {
    switch list.value {
    case .dictionary(let entries): dictionary(entries, at: place(list.extent))
    case .array(let values): array(values, at: place(list.extent))
    default: scalar(list)
    }
  }

  private mutating func array(_ list: [PropertyList], at place: ConfigPlace) -> ConfigValue {
    var values: [ConfigValue] = []
    values.reserveCapacity(list.count)
    for (index, value) in list.enumerated() {
      path.components.append(.index(index))
      values.append(self.value(value))
      path.components.removeLast()
    }
    return ConfigValue(.array(values), at: place)
  }

  private mutating func scalar(_ list: PropertyList) -> ConfigValue {
    name(list.extent)
    let place = place(list.extent)
    let content: ConfigValue.Content
    switch list.value {
    case .string(let text): content = .string(text)
    case .integer(let number): content = .integer(number)
    case .real(let number):
      if !number.isFinite { report(notFinite(number, at: place)) }
      content = .real(number)
    case .boolean(let claim): content = .boolean(claim)
    case .date(let date): content = .date(date)
    case .data(let bytes): content = .data(bytes)
    case .uid, .dictionary, .array:
      var problem = archiveReference(at: place)
      problem.kind = .unreadable
      about(&problem)
      unreadable = unreadable ?? problem
      content = .null
    }
    return ConfigValue(content, at: place)
  }

  private mutating func dictionary(
    _ list: [PropertyList.Entry], at place: ConfigPlace
  ) -> ConfigValue {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(list.count)
    for entry in list {
      path.components.append(.key(entry.key))
      name(entry.keyExtent)
      let value = value(entry.value)
      entries.append(
        ConfigDictionary.Entry(entry.key, at: self.place(entry.keyExtent), value))
      path.components.removeLast()
    }
    let dictionary = self.entries.dictionary(entries, at: path)
    if dictionary.isArchiveReference { report(archiveReference(at: place)) }
    return ConfigValue(.dictionary(dictionary), at: place)
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
