import TremaCatalog
import TremaSupport

/// The names by which the sources of an app can refer to texts, with the keys of these texts.
package struct UsageNames: Sendable {
  /// The properties of a text that matter for its use.
  package struct Key: Sendable {
    /// The key.
    package let key: String
    /// The location of the key in the catalogue.
    package let location: SourceLocation
    /// Whether the text is exempt from being used: `@ignore unused-key`.
    package let isSuppressed: Bool
  }

  /// A type of accessors in Swift.
  package struct SwiftType: Hashable, Sendable {
    /// The name of the type.
    package var name: String
    /// The separator at which keys are split into nested types; `nil` if types are not nested.
    package var nesting: String?

    package init(_ name: String, nesting: String? = nil) {
      self.name = name
      self.nesting = nesting
    }
  }

  typealias Bytes = ArraySlice<UInt8>

  /// The texts in the order of their first occurrence. Other properties refer to them by index.
  package private(set) var keys: [Key] = []
  /// The types of accessors in Swift.
  package let swiftTypes: [SwiftType]
  /// The classes of accessors in Kotlin.
  package let kotlinTypes: [String]
  /// The tables that contain the texts. A call that names another table does not refer to them.
  package let tables: Set<String>

  /// The index of each key.
  private(set) var byKey: [Bytes: Int] = [:]
  /// The keys by the path of their accessor: `Texts.Login.title`.
  private(set) var swiftMembers: [Bytes: [Int]] = [:]
  /// The paths of types and nested types of accessors.
  private(set) var swiftGroups: Set<Bytes> = []
  /// The keys by the last component of the path.
  private(set) var swiftNames: [Bytes: [Int]] = [:]
  /// The keys by the names of properties and functions, and by the names of their getters in Java.
  private(set) var kotlinMembers: [Bytes: [Int]] = [:]
  /// The keys by the names of strings and plurals.
  private(set) var androidTexts: [Bytes: [Int]] = [:]
  /// The keys by the names of arrays.
  private(set) var androidArrays: [Bytes: [Int]] = [:]
  /// The keys by their ``FoldedName``.
  private(set) var folded: [[UInt8]: [Int]] = [:]
  /// The keys by their ``KeyShape``.
  private(set) var shapes: [[UInt8]: [Int]] = [:]
  /// The keys by the object of an interface file that they belong to: `aBc-12-dEf` for
  /// `aBc-12-dEf.title`.
  private(set) var byObject: [Bytes: [Int]] = [:]
  /// The functions of the app that take a key.
  package let functions: [KeyFunction]
  /// The types in Swift that contain accessors of another tool, with the number of names that are
  /// ignored after them. In R.swift, `string` and the name of a table are between `R` and the
  /// accessor.
  let foreignTypes: [[UInt8]: Int]
  /// The aliases of types in Swift and the paths that they refer to; see
  /// ``SourceFindings/aliases``.
  package var swiftAliases: [[UInt8]: [UInt8]] = [:]
  /// The recognition of arrays by successive keys.
  private var arrays = ArraySequence()

  /// Creates the names of no texts.
  ///
  /// - Parameters:
  ///   - swiftTypes: The types of accessors in Swift.
  ///   - kotlinTypes: The classes of accessors in Kotlin.
  ///   - tables: The tables that contain the texts.
  ///   - functions: The functions of the app that take a key.
  ///   - accessors: The types in Swift that contain accessors of another tool.
  package init(
    swiftTypes: [SwiftType] = [SwiftType("Texts")], kotlinTypes: [String] = ["Texts"],
    tables: Set<String> = ["Localizable"], functions: [KeyFunction] = [],
    accessors: [String] = []
  ) {
    self.swiftTypes = swiftTypes
    self.kotlinTypes = kotlinTypes
    self.tables = tables
    self.functions = functions
    var foreign = [Array("L10n".utf8): 0, Array("R".utf8): 2]
    for type in accessors { foreign[Array(type.utf8)] = 0 }
    for type in swiftTypes { foreign[Array(type.name.utf8)] = nil }
    foreignTypes = foreign
    for type in swiftTypes { swiftGroups.insert(Bytes(type.name.utf8)) }
  }

  /// Adds the next text of a catalogue. A repeated key is treated as the same text.
  package mutating func append(_ text: Text) {
    let annotations = Annotations(text.context)
    let item = arrays.item(text.key, annotations)
    let bytes = Bytes(text.key.utf8)
    let number = byKey[bytes] ?? keys.count
    if number == keys.count {
      byKey[bytes] = number
      keys.append(
        Key(
          key: text.key, location: text.location(text.keyPosition),
          isSuppressed: annotations.ignored[UsageReport.unused] != nil))
      addOtherNames(bytes, number)
    }
    addSwiftNames(text.key, [number])
    guard let item else {
      Self.add(number, to: &androidTexts, AndroidName.resource(for: text.key).name)
      addKotlinNames(KotlinName.member(for: text.key).name, number)
      return
    }
    addSwiftNames(item.name, [number])
    Self.add(number, to: &androidArrays, AndroidName.resource(for: item.name).name)
    addKotlinNames(KotlinName.member(for: item.name).name, number)
  }

  /// Adds the names of a key that are independent of trema's accessors.
  private mutating func addOtherNames(_ key: Bytes, _ number: Int) {
    let name = FoldedName.fold(key)
    if !name.isEmpty { folded[name, default: []].append(number) }
    if let shape = KeyShape.shape(ofKey: key) { shapes[shape, default: []].append(number) }
    if let dot = key.firstIndex(of: UInt8(ascii: ".")) {
      byObject[key[..<dot], default: []].append(number)
    }
  }

  /// Adds the names of a key in each type of accessors in Swift.
  private mutating func addSwiftNames(_ key: String, _ numbers: [Int]) {
    for type in swiftTypes {
      let path = SwiftPath(key, separator: type.nesting ?? "")
      var group = type.name
      for part in path.types {
        group += ".\(part)"
        swiftGroups.insert(Bytes(Self.unquoted(group).utf8))
      }
      let member = Self.unquoted(path.member)
      for number in numbers {
        Self.add(number, to: &swiftMembers, "\(Self.unquoted(group)).\(member)")
        Self.add(number, to: &swiftNames, member)
      }
    }
  }

  /// Adds the names of a key in Kotlin, and of its getter in Java.
  private mutating func addKotlinNames(_ name: String, _ number: Int) {
    Self.add(number, to: &kotlinMembers, name)
    guard let first = name.utf8.first else { return }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    let capital = isLetter ? String(decoding: [first & 0xDF], as: UTF8.self) : nil
    Self.add(
      number, to: &kotlinMembers,
      "get" + (capital ?? "") + (isLetter ? name.dropFirst() : name[...]))
  }

  /// Adds a key to a table, unless it is there.
  private static func add(_ number: Int, to table: inout [Bytes: [Int]], _ name: String) {
    let name = Bytes(name.utf8)
    if table[name]?.contains(number) ?? false { return }
    table[name, default: []].append(number)
  }

  /// Returns a name without backticks, which escape reserved words and are not part of the name.
  private static func unquoted(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }
}
