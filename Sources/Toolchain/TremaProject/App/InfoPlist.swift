import TremaPropertyLists
import TremaSupport

/// The app's information property list.
struct InfoPlist: Sendable {
  /// The path of the file.
  let file: String
  /// The bytes of the file.
  let bytes: [UInt8]
  /// The contents.
  let contents: PropertyList
  /// The problems that do not prevent reading.
  let problems: [Diagnostic]

  /// Reads an information property list.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: The path of the file, which is not opened.
  /// - Throws: A diagnostic if it is not a property list in XML or text whose top-level value is a
  ///   dictionary.
  init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    // A binary property list is a build product, in which positions mean nothing to people.
    if bytes.starts(with: "bplist".utf8) {
      throw .binaryInfoPlist(file)
    }
    let reading = try PropertyList.read(bytes, file: file)
    (self.file, self.bytes, contents, problems) = (file, bytes, reading.value, reading.problems)
    guard contents.entries != nil else {
      throw mismatch("the top-level value", contents, expected: "a dictionary")
    }
  }

  /// Returns the location of a value.
  func location(of value: PropertyList) -> SourceLocation {
    SourceLocation(file: file, start: value.extent.start, end: value.extent.end)
  }

  /// Returns the location of a key.
  func location(of entry: PropertyList.Entry) -> SourceLocation {
    SourceLocation(file: file, start: entry.keyExtent.start, end: entry.keyExtent.end)
  }

  /// Returns the error for a value that is not of the expected type.
  func mismatch(_ name: String, _ value: PropertyList, expected: String) -> Diagnostic {
    Diagnostic(
      .error, "invalid-info-plist", "\(name) must be \(expected), not \(value.kind)",
      at: location(of: value))
  }

  /// Returns the XML of a value, or `nil` in the text format and in files that are not in UTF-8, in
  /// which the extent does not correspond to bytes of the file.
  func xml(of value: PropertyList) -> ArraySlice<UInt8>? {
    let range = value.extent.bytes
    guard !range.isEmpty, range.upperBound <= bytes.count else { return nil }
    let element = bytes[range]
    return element.first == UInt8(ascii: "<") && element.last == UInt8(ascii: ">") ? element : nil
  }

  /// Returns whether a value contains a build setting, such as `$(DEVELOPMENT_LANGUAGE)`, whose
  /// value is known only to Xcode.
  static func isVariable(_ text: String) -> Bool { text.utf8.contains(UInt8(ascii: "$")) }
}

extension Diagnostic {
  /// Returns the error for a binary Info.plist.
  fileprivate static func binaryInfoPlist(_ file: String) -> Self {
    Diagnostic(
      .error, "invalid-info-plist", "'\(file)' is a binary property list",
      at: SourceLocation(file: file, start: .start),
      hint: "specify the source file, or convert it with: plutil -convert xml1 \(file)")
  }
}
