import TremaConfigValues
import TremaPropertyLists
import TremaSupport

/// A conversion of a property list to a configuration. It adds the key to each problem of the
/// reader.
struct PropertyListConversion {
  /// The path of the file.
  let file: String
  /// Builds dictionaries and collects duplicate keys.
  var entries = UniqueEntries()
  /// The reader's problems in file order, followed by the conversion's problems.
  private(set) var problems: [Diagnostic]
  /// The first error that makes the file unusable. It is stored rather than thrown, because
  /// throwing makes the recursion's stack frames several times larger.
  private var unreadable: Diagnostic?
  /// The number of problems from the reader.
  private let readerProblemCount: Int
  /// The number of reader problems located before the current value.
  private var passedProblemCount = 0
  /// The path of the current value.
  private var path = ConfigKeyPath()

  /// Creates a conversion.
  ///
  /// - Parameter problems: The problems of the reader, in any order.
  init(file: String, problems: [Diagnostic]) {
    self.file = file
    self.problems = problems.sorted(by: Diagnostic.areInReadingOrder)
    readerProblemCount = problems.count
  }

  /// Converts a property list.
  ///
  /// - Throws: The first error that makes the file unusable.
  mutating func configuration(_ list: PropertyList) throws(Diagnostic) -> ConfigValue {
    let value = value(list)
    if let unreadable { throw unreadable }
    return value
  }

  /// Converts a value and everything in it, in file order.
  private mutating func value(_ list: PropertyList) -> ConfigValue {
    switch list.value {
    case .dictionary(let entries): dictionary(entries, at: location(list.extent))
    case .array(let values): array(values, at: location(list.extent))
    default: scalar(list)
    }
  }

  /// Converts an array.
  private mutating func array(_ list: [PropertyList], at location: ConfigLocation) -> ConfigValue {
    var values: [ConfigValue] = []
    values.reserveCapacity(list.count)
    for (index, value) in list.enumerated() {
      path.components.append(.index(index))
      values.append(self.value(value))
      path.components.removeLast()
    }
    return ConfigValue(.array(values), at: location)
  }

  /// Converts a scalar.
  private mutating func scalar(_ list: PropertyList) -> ConfigValue {
    // Problems inside this value belong to the current key.
    addKeyToProblems(list.extent)
    let location = location(list.extent)
    let content: ConfigValue.Content
    switch list.value {
    case .string(let text): content = .string(text)
    case .integer(let number): content = .integer(number)
    case .real(let number):
      if !number.isFinite { report(nonFiniteNumber(number, at: location)) }
      content = .real(number)
    case .boolean(let boolean): content = .boolean(boolean)
    case .date(let date): content = .date(date)
    case .data(let bytes): content = .data(bytes)
    // A keyed-archive reference can't be represented, so the file can't be used.
    case .uid, .dictionary, .array:
      var problem = archiveReference(at: location)
      problem.kind = .unreadable
      addKey(&problem)
      unreadable = unreadable ?? problem
      content = .null
    }
    return ConfigValue(content, at: location)
  }

  /// Converts a dictionary. A duplicate key is reported, and its first value is used.
  private mutating func dictionary(
    _ list: [PropertyList.Entry], at location: ConfigLocation
  ) -> ConfigValue {
    var entries: [ConfigDictionary.Entry] = []
    entries.reserveCapacity(list.count)
    for entry in list {
      path.components.append(.key(entry.key))
      // Problems before the value, such as problems in the key, also belong to this entry.
      addKeyToProblems(entry.keyExtent)
      let value = value(entry.value)
      entries.append(
        ConfigDictionary.Entry(entry.key, at: self.location(entry.keyExtent), value))
      path.components.removeLast()
    }
    let dictionary = self.entries.dictionary(entries, at: path)
    // The key is valid, but other readers would decode the dictionary as a reference.
    if dictionary.isArchiveReference { report(archiveReference(at: location)) }
    return ConfigValue(.dictionary(dictionary), at: location)
  }

  /// Adds the current key to the reader problems inside a key or a value.
  private mutating func addKeyToProblems(_ extent: PropertyList.Extent) {
    while passedProblemCount < readerProblemCount,
      let start = problems[passedProblemCount].location?.start, start < extent.end
    {
      if start >= extent.start { addKey(&problems[passedProblemCount]) }
      passedProblemCount += 1
    }
  }

  /// Adds the current key to a problem.
  private func addKey(_ problem: inout Diagnostic) {
    if path.components.isEmpty { return }
    problem.key = path.description
    problem.subject = path.description
  }

  /// Adds a problem for the current key.
  private mutating func report(_ problem: Diagnostic) {
    var problem = problem
    addKey(&problem)
    problems.append(problem)
  }

  /// Returns the location of an extent.
  private func location(_ extent: PropertyList.Extent) -> ConfigLocation {
    ConfigLocation(file: file, start: extent.start, end: extent.end, bytes: extent.bytes)
  }

  /// Returns the error for a keyed-archive reference.
  private func archiveReference(at location: ConfigLocation) -> Diagnostic {
    Diagnostic(
      .error, "archive-reference", "keyed-archive references are not allowed",
      at: location.diagnosticLocation,
      hint: "replace it with the value; a dictionary whose only key is 'CF$UID' is also a reference"
    )
  }

  /// Returns the error for NaN or infinity.
  private func nonFiniteNumber(_ number: Double, at location: ConfigLocation) -> Diagnostic {
    Diagnostic(
      .error, "not-finite",
      number.isNaN ? "NaN is not allowed" : "the number is infinite or too large",
      at: location.diagnosticLocation,
      hint: "use a finite number; JSON and most programs support only finite numbers")
  }
}
