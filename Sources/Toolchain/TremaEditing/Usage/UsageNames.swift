import TremaCatalog
import TremaSupport

/// Every name that the sources of an app can call a text by, and the keys behind it.
package struct UsageNames: Sendable {
  /// A text of a catalogue, as far as its use matters.
  package struct Key: Sendable {
    package let key: String
    package let location: SourceLocation
    /// The text is excused from being used: `@ignore unused-key`.
    package let isExcused: Bool
  }

  /// A type of accessors in Swift.
  package struct SwiftType: Hashable, Sendable {
    package var name: String
    /// The separator of the parts of keys that make nested types; `nil` for no nesting.
    package var nesting: String?

    package init(_ name: String, nesting: String? = nil) {
      self.name = name
      self.nesting = nesting
    }
  }

  typealias Bytes = ArraySlice<UInt8>

  package private(set) var keys: [Key] = []
  package let swiftTypes: [SwiftType]
  /// Classes of accessors in Kotlin.
  package let kotlinTypes: [String]
  /// The tables that texts are looked up in; a call that names another one is about something else.
  package let tables: Set<String>

  private(set) var byKey: [Bytes: Int] = [:]
  /// The members by path: `Texts.Login.title`.
  private(set) var swiftMembers: [Bytes: [Int]] = [:]
  private(set) var swiftGroups: Set<Bytes> = []
  /// The members by the last part of the path alone.
  private(set) var swiftNames: [Bytes: [Int]] = [:]
  /// Properties, functions, and what Java calls them by.
  private(set) var kotlinMembers: [Bytes: [Int]] = [:]
  private(set) var androidTexts: [Bytes: [Int]] = [:]
  private(set) var androidArrays: [Bytes: [Int]] = [:]
  /// The keys by ``FoldedName``.
  private(set) var folded: [[UInt8]: [Int]] = [:]
  /// The keys by ``KeyShape``.
  private(set) var shapes: [[UInt8]: [Int]] = [:]
  /// The keys by the object of an interface file that they belong to: `aBc-12-dEf` of `aBc-12-dEf.title`.
  private(set) var byObject: [Bytes: [Int]] = [:]
  /// Functions that take a key, beside those of the platforms.
  package let functions: [KeyFunction]
  /// Types in Swift that hold the accessors of another tool, with what is left out behind them: `R` of
  /// R.swift has `string` and the name of a table before the accessor.
  let foreignTypes: [[UInt8]: Int]
  /// Other names of types in Swift, and the paths they mean; see ``SourceFindings/aliases``.
  package var swiftAliases: [[UInt8]: [UInt8]] = [:]
  private var arrays = ArraySequence()

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

  /// Adds the next text of a catalogue. A key that came before is the same text.
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
          isExcused: annotations.ignored[UsageReport.unused] != nil))
      nameElsewhere(bytes, number)
    }
    nameInSwift(text.key, [number])
    guard let item else {
      Self.add(number, to: &androidTexts, AndroidName.resource(for: text.key).name)
      nameInKotlin(KotlinName.member(for: text.key).name, number)
      return
    }
    nameInSwift(item.name, [number])
    Self.add(number, to: &androidArrays, AndroidName.resource(for: item.name).name)
    nameInKotlin(KotlinName.member(for: item.name).name, number)
  }

  private mutating func nameElsewhere(_ key: Bytes, _ number: Int) {
    let name = FoldedName.fold(key)
    if !name.isEmpty { folded[name, default: []].append(number) }
    if let shape = KeyShape.shape(ofKey: key) { shapes[shape, default: []].append(number) }
    if let dot = key.firstIndex(of: UInt8(ascii: ".")) {
      byObject[key[..<dot], default: []].append(number)
    }
  }

  private mutating func nameInSwift(_ key: String, _ numbers: [Int]) {
    for type in swiftTypes {
      let path = SwiftPath(key, separator: type.nesting ?? "")
      var group = type.name
      for part in path.types {
        group += ".\(part)"
        swiftGroups.insert(Bytes(Self.plain(group).utf8))
      }
      let member = Self.plain(path.member)
      for number in numbers {
        Self.add(number, to: &swiftMembers, "\(Self.plain(group)).\(member)")
        Self.add(number, to: &swiftNames, member)
      }
    }
  }

  private mutating func nameInKotlin(_ name: String, _ number: Int) {
    Self.add(number, to: &kotlinMembers, name)
    guard let first = name.utf8.first else { return }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    let capital = isLetter ? String(decoding: [first & 0xDF], as: UTF8.self) : nil
    Self.add(
      number, to: &kotlinMembers,
      "get" + (capital ?? "") + (isLetter ? name.dropFirst() : name[...]))
  }

  private static func add(_ number: Int, to table: inout [Bytes: [Int]], _ name: String) {
    let name = Bytes(name.utf8)
    if table[name]?.contains(number) ?? false { return }
    table[name, default: []].append(number)
  }

  /// Without the backticks of reserved words, which are no part of a name.
  private static func plain(_ name: String) -> String {
    String(decoding: name.utf8.filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }
}
