import TremaSupport

/// The files of a ZIP archive in memory, by path. Nothing is written to disk.
package struct ZipArchive {
  private var reader: ZipReader
  /// The file paths, without folders, in byte order.
  package let paths: [String]

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - bytes: The whole archive.
  ///   - file: The path to print in diagnostics.
  ///   - limit: The maximum total decompressed size of the files that are read, in bytes.
  /// - Throws: An `.unreadableArchive` diagnostic: `invalid-zip` if the archive is damaged,
  ///   `unsupported-zip` for ZIP64 and split archives, or `unsafe-path` for a name that leads
  ///   outside the archive.
  package init(_ bytes: [UInt8], file: String, limit: Int) throws(Diagnostic) {
    reader = try ZipReader(bytes, file: file, limit: limit, for: .archive)
    var paths: [String] = []
    for entry in reader.entries {
      guard Self.isSafe(entry.name) else {
        throw reader.unreadableArchive(
          "unsafe-path", "the path of the entry '\(entry.displayName)' is outside the archive",
          hint: "recreate the archive; paths outside its folder are used for attacks")
      }
      if entry.name.last != UInt8(ascii: "/") { paths.append(entry.displayName) }
    }
    self.paths = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the content of a file.
  ///
  /// - Throws: An `.unreadableArchive` diagnostic if the file does not exist, is damaged or
  ///   encrypted, or exceeds the limit.
  package mutating func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    guard let entry = reader.entry(named: path) else {
      throw reader.unreadableArchive("invalid-zip", "the archive has no entry '\(path)'", hint: nil)
    }
    return try reader.read(entry)
  }

  /// Returns whether a name is a relative UTF-8 path that does not leave its folder on any system.
  /// It must not contain a backslash, drive letter, control character, empty component, `.` or
  /// `..`.
  private static func isSafe(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "/"),
      String(validUTF8: name) != nil,
      name.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") && $0 != 0x7F })
    else { return false }
    if name.count > 1, name[1] == UInt8(ascii: ":") { return false }
    return !name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropLast(name.last == UInt8(ascii: "/") ? 1 : 0)
      .contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) || $0.isEmpty }
  }
}
