import Foundation

/// Measures `convert` with 100,000 texts in four languages, ten times as many, and 1000.
struct Converting {
  let tools: Tools
  let folder: BenchFolder
  private static let texts = 100_000

  private func convert(
    _ catalogue: String, _ formats: String, to output: String
  ) -> Measurement.Subject {
    var subject = folder.subject(
      [tools.trema, "convert", catalogue, "--output", output, "--format", formats])
    subject.prepare = { try folder.remove(output) }
    return subject
  }

  func large() throws -> [Row] {
    let texts = Self.texts
    let generator = try folder.catalogue(texts: texts)
    var table = Table("convert")
    table.note("\(texts) texts in 4 languages, \(try folder.size("Texts.trm") / 1_000_000) MB")
    let xmllint = folder.subject(
      [try Tools.installed("xmllint"), "--sax", "--noout", "Texts.trm"])
    let sax = folder.subject([tools.saxread, "Texts.trm"])
    try FileManager.default.createDirectory(
      at: folder["expat"], withIntermediateDirectories: true)
    let expat = folder.subject(
      [tools.expatconvert, "Texts.trm", "expat"] + CatalogueWords.languages)
    // After a document type declaration, libxml2 reads the file instead of the scanner.
    try insert("<!DOCTYPE trema>\n", into: "libxml2/Texts.trm")
    let formats = "strings,android,swift,kotlin"
    let strings = convert("Texts.trm", "strings", to: "strings")
    var again = strings
    again.prepare = {}
    let costs = try Measurement.turns(
      [
        xmllint, sax, expat, strings, again,
        convert("libxml2/Texts.trm", "strings", to: "plain"),
        convert("Texts.trm", formats, to: "formats"),
        convert("libxml2/Texts.trm", formats, to: "plain-formats"),
      ], runs: 5)

    try SAXCheck(tools: tools, folder: folder).run(texts: texts, missing: generator.missing)
    try OutputCheck.strings(
      folder["strings"], texts: texts, missing: generator.missing, like: folder["expat"])
    try OutputCheck.same(folder["plain"], folder["strings"], in: folder["strings"])
    try OutputCheck.same(folder["formats"], folder["strings"], in: folder["strings"])
    try OutputCheck.same(folder["plain-formats"], folder["formats"], in: folder["formats"])
    try OutputCheck.android(folder["formats"], texts: texts, missing: generator.missing)
    try OutputCheck.accessors(folder["formats"], texts: texts)

    table.cost("xmllint --sax --noout", costs[0])
    table.row("libxml2, touching every event, in C", costs[1], to: costs[0], "xmllint")
    table.row("expat, converting to .strings, in C", costs[2], to: costs[0], "xmllint")
    table.row(".strings", costs[3], to: costs[0], "xmllint", cpu: 1.3)
    table.row(".strings, nothing changed", costs[4], to: costs[0], "xmllint")
    table.row(".strings through libxml2", costs[5], to: costs[0], "xmllint", cpu: 3)
    table.row("four formats in one pass", costs[6], to: costs[0], "xmllint", cpu: 3)
    table.row("four formats through libxml2", costs[7], to: costs[0], "xmllint")
    for output in [
      "strings", "expat", "plain", "formats", "plain-formats", "libxml2",
    ] {
      try folder.remove(output)
    }
    return table.rows
  }

  /// Measures catalogs in other formatting styles, relative to xmllint with the same file.
  func spellings() throws -> [Row] {
    let texts = Self.texts / 5
    let usual = try folder.catalogue("usual/Texts.trm", texts: texts)
    var table = Table("spellings")
    for spelling in CatalogueGenerator.Spelling.allCases {
      let file = "\(spelling)/Texts.trm"
      try folder.catalogue(file, texts: texts, spelling: spelling)
      let costs = try Measurement.turns(
        [
          folder.subject([try Tools.installed("xmllint"), "--sax", "--noout", file]),
          convert(file, "strings", to: "\(spelling)/strings"),
        ], runs: 5)
      try OutputCheck.strings(
        folder["\(spelling)/strings"], texts: texts, missing: usual.missing)
      if spelling != .linesInValues {
        try OutputCheck.same(
          folder["\(spelling)/strings"], folder["usual/strings"], in: folder["usual/strings"])
      }
      table.row(".strings, \(spelling.rawValue)", costs[1], to: costs[0], "xmllint", cpu: 2)
    }
    return table.rows
  }

  /// Writes a copy of the catalog with an insertion after the XML declaration.
  private func insert(_ words: String, into path: String) throws {
    var catalogue = try Data(contentsOf: folder["Texts.trm"])
    guard let line = catalogue.firstIndex(of: UInt8(ascii: "\n")) else { return }
    catalogue.insert(contentsOf: words.utf8, at: line + 1)
    try folder.write("", to: path)
    try catalogue.write(to: folder[path])
  }

  func million() throws -> [Row] {
    let (few, many) = (Self.texts, 10 * Self.texts)
    try folder.catalogue(texts: few)
    let generator = try folder.catalogue("Million.trm", texts: many)
    var table = Table("million")
    table.note("\(many) texts in 4 languages, \(try folder.size("Million.trm") / 1_000_000) MB")
    let costs = try Measurement.turns(
      [
        convert("Texts.trm", "strings", to: "strings"),
        convert("Million.trm", "strings", to: "million"),
      ], runs: 3)
    try OutputCheck.lines(folder["million"], texts: many, missing: generator.missing)
    table.cost("\(few) texts", costs[0])
    table.cost("\(many) texts", costs[1])
    table.row(
      "a text of 1,000,000", "× one of 100,000, CPU",
      Measurement.ratio(costs[1], to: costs[0]) * Double(few) / Double(many), atMost: 1.1)
    table.row(
      "most memory", "MiB", (costs[1].map(\.memory).max() ?? 0) / 1_048_576,
      atMost: 24 + 64 * Double(many) / 1_048_576)
    for output in ["strings", "million", "Million.trm"] { try folder.remove(output) }
    return table.rows
  }

  func small() throws -> [Row] {
    let generator = try folder.catalogue("Small.trm", texts: 1000)
    var table = Table("small")
    table.note("1000 texts in 4 languages, \(try folder.size("Small.trm") / 1000) kB")
    let xmllint = folder.subject(
      [try Tools.installed("xmllint"), "--sax", "--noout", "Small.trm"])
    let costs = try Measurement.turns(
      [xmllint, convert("Small.trm", "strings", to: "small")], runs: 101)
    try OutputCheck.strings(folder["small"], texts: 1000, missing: generator.missing)
    table.cost("xmllint --sax --noout", costs[0])
    table.cost("convert", costs[1])
    table.row(
      "convert, the whole process", "× xmllint, wall",
      Measurement.ratio(costs[1], to: costs[0]) { $0.wall }, atMost: 1.4, beyond: 1)
    table.row(
      "convert, the whole process", "× xmllint, CPU", Measurement.ratio(costs[1], to: costs[0]))
    return table.rows
  }
}

/// Measures the small conversion in a memory file system. On a disk, the creation of its nine files
/// and folders may take as long as the rest.
func measureSmall(_ tools: Tools) throws -> [Row] {
  let folder = try BenchFolder.inMemory()
  defer { folder.remove() }
  return try Converting(tools: tools, folder: folder).small()
}
