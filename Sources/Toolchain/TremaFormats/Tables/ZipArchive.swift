import TremaSupport

/// The files in a ZIP archive that is in memory, by their paths. Nothing is written to a disk.
package struct ZipArchive {
  private var reader: ZipReader
  /// The paths of the files, folders left out, in the order of their bytes.
  package let paths: [String]

  /// - Parameters:
  ///   - bytes: the whole archive.
  ///   - file: its path, to be printed in diagnostics.
  ///   - limit: the most bytes that all files together may yield that are read.
  /// - Throws: kind `.unreadable`: `invalid-zip` when it is damaged, `unsupported-zip` for ZIP64 and
  ///   archives in parts, `unsafe-path` for a name that leads out of the archive.
  package init(_ bytes: [UInt8], file: String, limit: Int) throws(Diagnostic) {
    reader = try ZipReader(bytes, file: file, limit: limit, for: .archive)
    var paths: [String] = []
    for entry in reader.entries {
      guard Self.isSafe(entry.name) else {
        throw reader.unreadable(
          "unsafe-path", "the entry '\(entry.shownName)' is no path inside of the archive",
          hint: "an archive that writes outside of its folder is an attack; make it again")
      }
      if entry.name.last != UInt8(ascii: "/") { paths.append(entry.shownName) }
    }
    self.paths = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// - Throws: kind `.unreadable`, when there is no such file, it is damaged, encrypted or too large.
  package mutating func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    guard let entry = reader.entry(named: path) else {
      throw reader.unreadable("invalid-zip", "there is no entry '\(path)'", hint: nil)
    }
    return try reader.read(entry)
  }

  /// Whether a name is a relative path in UTF-8 that stays inside, on every system.
  private static func isSafe(_ name: [UInt8]) -> Bool {
    guard let first = name.first, first != UInt8(ascii: "/"),
      String(validating: name, as: UTF8.self) != nil,
      name.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\\") && $0 != 0x7F })
    else { return false }
    if name.count > 1, name[1] == UInt8(ascii: ":") { return false }
    return !name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropLast(name.last == UInt8(ascii: "/") ? 1 : 0)
      .contains { $0.elementsEqual("..".utf8) || $0.elementsEqual(".".utf8) || $0.isEmpty }
  }
}
