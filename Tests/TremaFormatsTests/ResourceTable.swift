import TremaTestSupport

/// The strings in `resources.pb`, which aapt2 writes with `link --proto-format`.
///
/// Source: `Resources.proto` of aapt2: a table (package 2) has types (3) with entries (3), each with
/// values by configuration (6).
enum ResourceTable {
  struct Text: Hashable {
    /// The language of the configuration, empty for the default.
    var locale: String
    var name: String
  }

  static func strings(_ bytes: [UInt8]) -> [Text: ExactString] {
    var found: [Text: ExactString] = [:]
    for package in fields(bytes[...], 2) {
      for type in fields(package, 3) where text(type, 2) == "string" {
        for entry in fields(type, 3) {
          for value in fields(entry, 6) {
            let locale = fields(value, 1).first.map { text($0, 3) } ?? ""
            // value > item > str > value
            guard let item = fields(value, 2).first.flatMap({ fields($0, 4).first }),
              let string = fields(item, 2).first
            else { continue }
            found[Text(locale: locale, name: text(entry, 2))] = ExactString(text(string, 1))
          }
        }
      }
    }
    return found
  }

  private static func text(_ message: ArraySlice<UInt8>, _ number: Int) -> String {
    fields(message, number).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The fields of a message that have this number and a length.
  private static func fields(_ message: ArraySlice<UInt8>, _ number: Int) -> [ArraySlice<UInt8>] {
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
      case 0: _ = variable()
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
struct AndroidBuild {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let manifest = """
      <manifest xmlns:android="http://schemas.android.com/apk/res/android" package="com.example"/>
      """
    try folder.write(Array(manifest.utf8), to: "AndroidManifest.xml")
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// - Throws: with the words of aapt2 when it refuses a file.
  func strings() throws -> [ResourceTable.Text: ExactString] {
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
    return ResourceTable.strings(try folder.read("linked/resources.pb"))
  }
}
