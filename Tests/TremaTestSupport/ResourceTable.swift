/// The strings in `resources.pb`, which aapt2 writes with `link --proto-format`.
///
/// Source: `Resources.proto` of aapt2: a table (package 2) has types (3) with entries (3), each
/// with values by configuration (6).
package enum ResourceTable {
  package struct Text: Hashable {
    /// The language of the configuration, empty for the default.
    package var locale: String
    package var name: String

    package init(locale: String, name: String) {
      self.locale = locale
      self.name = name
    }
  }

  package static func strings(_ bytes: [UInt8]) -> [Text: ExactString] {
    texts(bytes, types: ["string"])
  }

  /// Every text of these types; a form of a plural has the name `days#one`, an item of an array
  /// `days[0]`. A reference has its name: `@string/days`.
  package static func texts(
    _ bytes: [UInt8], types: Set<String> = ["string", "plurals", "array"]
  ) -> [Text: ExactString] {
    var found: [Text: ExactString] = [:]
    for package in fields(bytes[...], 2) {
      for type in fields(package, 3) where types.contains(text(type, 2)) {
        for entry in fields(type, 3) {
          for value in fields(entry, 6) {
            let locale = fields(value, 1).first.map { text($0, 3) } ?? ""
            guard let content = fields(value, 2).first else { continue }
            for (name, item) in items(content) {
              guard let string = string(item) else { continue }
              found[Text(locale: locale, name: text(entry, 2) + name)] = ExactString(string)
            }
          }
        }
      }
    }
    return found
  }

  private static let arities = ["zero", "one", "two", "few", "many", "other"]

  /// The items of a value (value > item, or value > compound > array or plural > entries > item).
  private static func items(
    _ value: ArraySlice<UInt8>
  ) -> [(name: String, item: ArraySlice<UInt8>)] {
    if let item = fields(value, 4).first { return [("", item)] }
    guard let compound = fields(value, 5).first else { return [] }
    if let array = fields(compound, 4).first {
      return fields(array, 1).enumerated().flatMap { index, element in
        fields(element, 3).map { ("[\(index)]", $0) }
      }
    }
    return fields(compound, 5).flatMap { fields($0, 1) }.flatMap { entry in
      fields(entry, 4).map { ("#\(arities[number(entry, 3)])", $0) }
    }
  }

  /// A string, one with styles, or the name of a reference.
  private static func string(_ item: ArraySlice<UInt8>) -> String? {
    if let string = fields(item, 2).first ?? fields(item, 4).first { return text(string, 1) }
    return fields(item, 1).first.map { "@" + text($0, 3) }
  }

  private static func text(_ message: ArraySlice<UInt8>, _ number: Int) -> String {
    fields(message, number).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// A whole number; a missing one is 0.
  private static func number(_ message: ArraySlice<UInt8>, _ number: Int) -> Int {
    var found = 0
    _ = fields(message, number) { found = $0 }
    return found
  }

  /// The fields of a message that have this number and a length; whole numbers are passed to
  /// `take`.
  private static func fields(
    _ message: ArraySlice<UInt8>, _ number: Int, take: (Int) -> Void = { _ in }
  ) -> [ArraySlice<UInt8>] {
    var rest = message
    var found: [ArraySlice<UInt8>] = []
    func variable() -> Int {
      var value = 0
      var shift = 0
      while let byte = rest.popFirst() {
        value |= Int(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      return value
    }
    while !rest.isEmpty {
      let tag = variable()
      switch tag & 7 {
      case 0:
        let value = variable()
        if tag >> 3 == number { take(value) }
      case 1: rest = rest.dropFirst(8)
      case 2:
        let length = variable()
        if tag >> 3 == number { found.append(rest.prefix(length)) }
        rest = rest.dropFirst(length)
      case 5: rest = rest.dropFirst(4)
      default: return found
      }
    }
    return found
  }
}

/// Compiles and links resources, as an Android build does.
package struct AndroidBuild {
  package let folder: TemporaryFolder

  package init() throws {
    folder = try TemporaryFolder()
    let manifest = """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example"/>
      """
    try folder.write(Array(manifest.utf8), to: "AndroidManifest.xml")
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Throws: The message of aapt2 if it refuses a file.
  package func strings() throws -> [ResourceTable.Text: ExactString] {
    ResourceTable.strings(try table())
  }

  /// The compiled table, as protocol buffer.
  package func table() throws -> [UInt8] {
    let compiled = try Judge.aapt2.run(
      ["compile", "--dir", "res", "-o", "compiled.zip"], in: folder)
    guard compiled.status == 0 else { throw Failure(description: compiled.complaint) }
    try folder.write([], to: "linked/made")
    let linked = try Judge.aapt2.run(
      [
        "link", "--proto-format", "--manifest", "AndroidManifest.xml", "--java", "java",
        "--output-to-dir", "-o", "linked", "compiled.zip",
      ], in: folder)
    guard linked.status == 0 else { throw Failure(description: linked.complaint) }
    return try folder.read("linked/resources.pb")
  }
}
