import TremaCatalog
import TremaSupport

/// The names that the sources of an app can use to refer to texts, with the keys of these texts.
package struct UsageNames: Sendable {
  /// An accessor type in Swift.
  package struct SwiftType: Hashable, Sendable {
    /// The name of the type.
    package var name: String
    /// The separator at which keys are split into nested types, or `nil` if types are not nested.
    package var nesting: String?

    package init(_ name: String, nesting: String? = nil) {
      self.name = name
      self.nesting = nesting
    }
  }

  typealias Bytes = ArraySlice<UInt8>

  /// The texts, in the order of their first occurrence. Other properties refer to them by index.
  package private(set) var keys: [Key] = []
  /// The number of texts that are reported if they are not used, including those with a suppression.
  private(set) var reportedCount = 0
  /// The Swift accessor types.
  package let swiftTypes: [SwiftType]
  /// The Kotlin accessor classes.
  package let kotlinTypes: [String]
  /// The tables that contain the texts. A call that names another table does not refer to them.
  package let tables: Set<String>

  /// The outputs that define the names of each name space. A name space without outputs is missing.
  package let sources: [NameSpace: Source]

  /// The index of each key.
  private(set) var byKey: [Bytes: Int] = [:]
  /// The keys by the path of their accessor: `Texts.Login.title`.
  private(set) var swiftMembers: [Bytes: [Int]] = [:]
  /// The paths of accessor types and their nested types.
  private(set) var swiftGroups: Set<Bytes> = []
  /// The keys by the last component of the path.
  private(set) var swiftNames: [Bytes: [Int]] = [:]
  /// The keys without an accessor, by the path that it would have.
  private(set) var missingSwiftMembers: [Bytes: [Int]] = [:]
  /// The paths of the nested types that would contain these accessors.
  private(set) var missingSwiftGroups: Set<Bytes> = []
  /// The keys by the names of properties and functions, and by the names of their getters in Java,
  /// including keys without a member.
  private(set) var kotlinMembers: [Bytes: [Int]] = [:]
  /// Whether ``kotlinMembers`` contains names of members that do not exist.
  private(set) var hasMissingKotlinMembers = false
  /// The keys by the names of strings and plurals, including keys without a resource.
  private(set) var androidTexts: [Bytes: [Int]] = [:]
  /// The keys by the names of arrays, including keys without a resource.
  private(set) var androidArrays: [Bytes: [Int]] = [:]
  /// The keys by their ``FoldedName``.
  private(set) var folded: [[UInt8]: [Int]] = [:]
  /// The keys by their ``KeyShape``.
  private(set) var shapes: [[UInt8]: [Int]] = [:]
  /// The keys by the object of an interface file that they belong to: `aBc-12-dEf` for
  /// `aBc-12-dEf.title`.
  private(set) var byObject: [Bytes: [Int]] = [:]
  /// The app's functions that take a key.
  package let functions: [KeyFunction]
  /// The Swift types that contain another tool's accessors, with the number of names to ignore
  /// after them. In R.swift, `string` and the name of a table are between `R` and the accessor.
  let foreignTypes: [[UInt8]: Int]
  /// The names of Compose Multiplatform's resource classes.
  let resourceClasses: [String]
  /// The packages of the app's own resource classes.
  let resourcePackages: Set<String>
  /// The aliases of Swift types and the paths that they refer to; see ``SourceFindings/aliases``.
  package var swiftAliases: [[UInt8]: [UInt8]] = [:]
  /// Recognizes arrays by consecutive keys.
  private var arrays = ArraySequence()

  /// Creates an empty collection of names.
  ///
  /// - Parameters:
  ///   - swiftTypes: The Swift accessor types.
  ///   - kotlinTypes: The Kotlin accessor classes.
  ///   - tables: The tables that contain the texts.
  ///   - functions: The app's functions that take a key.
  ///   - accessors: The Swift types that contain another tool's accessors.
  ///   - resourceClasses: The names of Compose Multiplatform's resource classes. `Res` is always
  ///     known.
  ///   - resourcePackages: The packages of the app's own resource classes.
  ///   - sources: The outputs that define the names of each name space.
  package init(
    swiftTypes: [SwiftType] = [SwiftType("Texts")], kotlinTypes: [String] = ["Texts"],
    tables: Set<String> = ["Localizable"], functions: [KeyFunction] = [],
    accessors: [String] = [], resourceClasses: [String] = [], resourcePackages: Set<String> = [],
    sources: [NameSpace: Source] = [:]
  ) {
    self.swiftTypes = swiftTypes
    self.kotlinTypes = kotlinTypes
    self.tables = tables
    self.functions = functions
    self.resourceClasses = resourceClasses
    self.resourcePackages = resourcePackages
    self.sources = sources
    var foreign = [Array("L10n".utf8): 0, Array("R".utf8): 2]
    for type in accessors { foreign[Array(type.utf8)] = 0 }
    for type in swiftTypes { foreign[Array(type.name.utf8)] = nil }
    foreignTypes = foreign
    for type in swiftTypes { swiftGroups.insert(Bytes(type.name.utf8)) }
  }

  /// Adds the next text of a catalogue. A repeated key is treated as the same text.
  ///
  /// - Parameters:
  ///   - text: The text to add.
  ///   - placement: The names that source code can use for the text.
  package mutating func append(_ text: Text, in placement: Placement = Placement()) {
    let annotations = Annotations(text.context)
    let base = annotations.variants.first?.base
    let bytes = Bytes(text.key.utf8)
    let number = byKey[bytes] ?? keys.count
    if number == keys.count {
      byKey[bytes] = number
      keys.append(
        Key(
          key: text.key, location: text.location(text.keyPosition),
          isSuppressed: annotations.ignored[UsageReport.unused] != nil,
          platforms: annotations.platforms,
          // Only the uses of missing members depend on the arguments.
          takesArguments: !placement.missing.isEmpty
            && text.values.contains { $0.message.takesArguments },
          base: base, placement: placement))
      if base == nil { addOtherNames(bytes, number) }
      if base == nil, placement.isReported { reportedCount += 1 }
    } else {
      keys[number].placement.missing.formIntersection(placement.missing)
      if base == nil { keys[number].base = nil }
    }
    // A variant is not an item of the array that its base belongs to.
    let item = base == nil ? arrays.next(text.key, annotations) : nil
    addSwiftNames(text.key, number)
    if let item {
      addSwiftNames(item.arrayKey, number)
      Self.add(number, to: &androidArrays, AndroidName.resource(for: item.arrayKey).name)
      addKotlinNames(KotlinName.member(for: item.arrayKey).name, number)
    } else {
      Self.add(number, to: &androidTexts, AndroidName.resource(for: text.key).name)
      addKotlinNames(KotlinName.member(for: text.key).name, number)
    }
    if kotlinTypes.contains(where: { keys[number].isMissing(in: .kotlinMembers($0)) }) {
      hasMissingKotlinMembers = true
    }
  }

  /// Adds the names of a key that do not depend on trema's accessors.
  private mutating func addOtherNames(_ key: Bytes, _ number: Int) {
    let name = FoldedName.fold(key)
    if !name.isEmpty { folded[name, default: []].append(number) }
    if let shape = KeyShape.shape(ofKey: key) { shapes[shape, default: []].append(number) }
    if let dot = key.firstIndex(of: UInt8(ascii: ".")) {
      byObject[key[..<dot], default: []].append(number)
    }
  }

  /// Adds the names of a key in each Swift accessor type.
  private mutating func addSwiftNames(_ key: String, _ number: Int) {
    for type in swiftTypes {
      let path = SwiftPath(key, separator: type.nesting ?? "")
      let isMissing = keys[number].isMissing(in: .swiftMembers(type))
      var group = type.name
      for part in path.types {
        group += ".\(part)"
        let name = Bytes(Self.unquoted(group).utf8)
        if isMissing { missingSwiftGroups.insert(name) } else { swiftGroups.insert(name) }
      }
      let member = Self.unquoted(path.member)
      let name = "\(Self.unquoted(group)).\(member)"
      if isMissing {
        Self.add(number, to: &missingSwiftMembers, name)
      } else {
        Self.add(number, to: &swiftMembers, name)
        Self.add(number, to: &swiftNames, member)
      }
    }
  }

  /// Adds the names of a key in Kotlin, and the name of its getter in Java.
  private mutating func addKotlinNames(_ name: String, _ number: Int) {
    Self.add(number, to: &kotlinMembers, name)
    guard let first = name.utf8.first else { return }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    let capital = isLetter ? String(decoding: [first & 0xDF], as: UTF8.self) : nil
    Self.add(
      number, to: &kotlinMembers,
      "get" + (capital ?? "") + (isLetter ? name.dropFirst() : name[...]))
  }

  /// Adds a key to a table unless it is already present.
  private static func add(_ number: Int, to table: inout [Bytes: [Int]], _ name: String) {
    let name = Bytes(name.utf8)
    if table[name]?.contains(number) ?? false { return }
    table[name, default: []].append(number)
  }

  /// Returns a name without backticks, which only escape reserved words.
  private static func unquoted(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }
}
