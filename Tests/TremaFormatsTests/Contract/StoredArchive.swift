import TremaZlib

@testable import TremaFormats

/// A workbook whose sheet is inserted as it is: nothing is compressed, and only the check sum of
/// the sheet is new, so that thousands take no time.
struct StoredArchive {
  private static let sheetName = "xl/worksheets/sheet1.xml"

  let sheet: [UInt8]
  /// The other parts with their headers, and their entries in the directory.
  private var parts: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  struct NoSheet: Error {}

  init(_ workbook: [UInt8]) throws {
    var source = try ZipReader(workbook, file: "f", limit: 1 << 20)
    guard let entry = source.entry(named: Self.sheetName) else { throw NoSheet() }
    sheet = try source.read(entry)
    for name in [
      "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels",
      "xl/styles.xml", "xl/sharedStrings.xml",
    ] {
      guard let entry = source.entry(named: name) else { continue }
      Self.append(name, try source.read(entry), &parts, &directory)
      count += 1
    }
  }

  func file(_ sheet: [UInt8]) -> [UInt8] {
    var (bytes, directory) = (parts, directory)
    Self.append(Self.sheetName, sheet, &bytes, &directory)
    let start = bytes.count
    bytes += directory
    Self.append([(ZipFormat.endSignature, 4), (0, 2), (0, 2)], to: &bytes)
    Self.append([(count + 1, 2), (count + 1, 2)], to: &bytes)
    Self.append([(directory.count, 4), (start, 4), (0, 2)], to: &bytes)
    return bytes
  }

  private static func append(
    _ name: String, _ content: [UInt8], _ bytes: inout [UInt8], _ directory: inout [UInt8]
  ) {
    var header: [UInt8] = []
    append([(20, 2), (0, 2), (ZipFormat.stored, 2), (0, 2), (33, 2)], to: &header)
    append([(Int(CRC32.of(content)), 4), (content.count, 4), (content.count, 4)], to: &header)
    append([(name.utf8.count, 2), (0, 2)], to: &header)
    append([(ZipFormat.directorySignature, 4), (20, 2)], to: &directory)
    directory += header
    append([(0, 2), (0, 2), (0, 2), (0, 4), (bytes.count, 4)], to: &directory)
    directory += name.utf8
    append([(ZipFormat.localSignature, 4)], to: &bytes)
    bytes += header
    bytes += name.utf8
    bytes += content
  }

  /// Numbers, each with its count of bytes.
  private static func append(_ numbers: [(value: Int, size: Int)], to bytes: inout [UInt8]) {
    for (value, size) in numbers {
      for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
  }
}
