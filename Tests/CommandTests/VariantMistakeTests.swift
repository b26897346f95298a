import Foundation
import Testing
import TremaTestSupport

/// Mistakes in `@variant-of`: each is a located finding, and nothing is written.
@Suite struct VariantMistakeTests {
  private let work: VariantProject

  init() throws {
    work = try VariantProject()
    try work.project(#""format": "strings""#, #""format": "android""#)
  }

  /// Returns the errors that a build reports, each followed by its hint. Nothing may be written.
  private func errors() throws -> [String] {
    let before = try Snapshot(of: work.folder)
    let result = try work.trema("build")
    #expect(result.status == 1, "\(result)")
    #expect(try Snapshot(of: work.folder) == before)
    return result.errors.split(separator: "\n").compactMap { line in
      if line.contains(": error: ") { return String(line) }
      return line.firstRange(of: "hint: ").map { String(line[$0.lowerBound...]) }
    }
  }

  @Test func `a variant of a missing text, or of a variant, is an error`() throws {
    try work.texts([
      ("a", "", ["en": "A", "de": "A"]),
      ("a.ios", "@variant-of a ios", ["en": "B"]),
      ("b.ios", "About b\n@variant-of b ios", ["en": "C"]),
      ("c.ios", "@variant-of a.ios android", ["en": "D"]),
    ])
    #expect(
      try errors() == [
        "Texts.trm:13:1: error: [unknown-variant-base] 'b.ios' is a variant of 'b', which does not "
          + "exist",
        "hint: correct the key, or add the text",
        "Texts.trm:17:14: error: [unknown-variant-base] 'c.ios' is a variant of 'a.ios', which is "
          + "itself a variant",
        "hint: use the key of a text that is not a variant",
      ])
  }

  @Test func `platforms without a comma, and two bases, have one error each`() throws {
    try work.texts([
      ("a", "", ["en": "A", "de": "A"]), ("b", "", ["en": "B", "de": "B"]),
      ("v", "@variant-of a android ios web", ["en": "C"]),
      ("w", "@variant-of a ios\n@variant-of b android", ["en": "D"]),
    ])
    #expect(
      try errors() == [
        "Texts.trm:13:14: error: [unknown-variant-base] 'v' is a variant of 'a android ios', which "
          + "does not exist",
        "hint: separate platforms with commas: '@variant-of a ios, android, web'",
        "Texts.trm:17:14: error: [invalid-variant] 'w' is a variant of several texts: 'a' and 'b'",
        "hint: use one text for each of them",
      ])
  }

  @Test(arguments: [
    ("@reference", ""), ("@markup", "@max 9"), ("@array", ""), ("@max 5", "@max 9"), ("@max 5", ""),
    ("@param 1 days", "@param 1 count the days"), ("@translatable false", ""),
    ("@messageformat", ""),
  ])
  func `an annotation that the base does not have is an error`(annotation: String, base: String)
    throws
  {
    try work.texts([
      ("a", base, ["en": "A", "de": "A"]),
      ("a.ios", "About a\n@variant-of a ios\n\(annotation)", ["en": "B"]),
    ])
    #expect(
      try errors() == [
        "Texts.trm:10:1: error: [variant-mismatch] 'a.ios' has the annotation '\(annotation)', which "
          + "'a' does not have",
        "hint: remove it here, or add it to 'a'",
      ])
  }

  @Test func `annotations of the base can be repeated`() throws {
    let annotations = "@param 1 count how many\n@max 40\n@markup\n@tags a\n@ignore numbers"
    try work.texts([
      ("a", annotations, ["en": "A %d", "de": "A %d"]),
      (
        "a.ios", "@variant-of a ios\n@tags b\n@param 1 count otherwise\n@markup\n@max 40",
        ["en": "B %d"]
      ),
    ])
    #expect(try work.trema("build").status == 0)
  }

  @Test func `two variants of a text for one platform are an error`() throws {
    try work.texts([
      ("a.ios", "@variant-of a ios", ["en": "B"]), ("a", "", ["en": "A", "de": "A"]),
      ("a.both", "@variant-of a android, ios", ["en": "C"]),
    ])
    #expect(
      try errors() == [
        "Texts.trm:12:14: error: [duplicate-variant] 'a.both' and 'a.ios' are both variants of 'a' "
          + "for 'ios'",
        "hint: remove 'ios' from one of the two, or merge "
          + "their values",
      ])
  }

  @Test func `an unknown platform is an error`() throws {
    try work.texts([
      ("a", "", ["en": "A", "de": "A"]), ("a.win", "@variant-of a windows", ["en": "B"]),
    ])
    #expect(
      try errors() == [
        "Texts.trm:8:14: error: [invalid-variant] 'a.win' is a variant for the unknown platform "
          + "'windows'",
        "hint: use one of the platforms 'ios', 'android', 'web'",
      ])
  }

  @Test func `a platform that the base does not have is an error`() throws {
    try work.texts([
      ("a", "@platforms ios, web", ["en": "A", "de": "A"]), ("b", "", ["en": "A", "de": "A"]),
      ("a.all", "@variant-of a ios, android", ["en": "B"]),
    ])
    #expect(
      try errors().first
        == "Texts.trm:13:14: error: [invalid-variant] 'a.all' is a variant for 'android', which "
        + "@platforms of 'a' does not name")
  }

  @Test(arguments: [
    ("%1$@ has %2$d", "%1$d has %2$@", "argument 1 is %1$d, but %1$@ in 'a'"),
    ("%@", "%@ and %d", "argument 2 (%d) does not exist in 'a'"),
    ("%@ and %d", "%@", "argument 2 (%d) of 'a' is missing"),
    (
      "{n, plural, one {# day} other {# days}}", "%d days",
      "the plural of argument 1 of 'a' is missing"
    ),
    (
      "{n, plural, one {# day} other {# days}}", "{n, plural, other {# d}}",
      "the plural of argument 1 has 'other', but 'one', 'other' in 'a'"
    ),
    (
      "{n, plural, other {#}} {w, select, f {a} other {b}}",
      "{w, select, m {a} other {b}} {n, plural, other {#}}",
      "the select of argument 2 has 'm', 'other', but 'f', 'other' in 'a'"
    ),
  ])
  func `a variant with other arguments or branches is an error`(
    base: String, variant: String, message: String
  ) throws {
    try work.texts([
      ("a", "", ["en": base, "de": base]), ("a.ios", "@variant-of a ios", ["de": variant]),
    ])
    let found = try errors()
    #expect(
      found.contains { $0.hasSuffix("error: [variant-mismatch] 'a.ios' in 'de': \(message)") },
      "\(found)")
    // The same arguments in another order, and the same branches, are no mistake.
    try work.texts([
      ("a", "", ["en": base, "de": base]), ("a.ios", "@variant-of a ios", ["de": base]),
    ])
    let result = try work.trema("check")
    #expect(!result.output.contains("error"), "\(result)")
  }

  @Test func `--keep-going omits a variant with an error`() throws {
    try work.texts([
      ("a", "", ["en": "A", "de": "A"]), ("a.ios", "@variant-of a ios", ["en": "B %d"]),
      ("b", "", ["en": "C", "de": "C"]), ("b.ios", "@variant-of b ios", ["en": "D"]),
    ])
    let result = try work.trema(
      "convert", "Texts.trm", "-o", "Out", "--format", "strings", "--keep-going")
    #expect(result.status == 1)
    #expect(try work.propertyList("Out/en.lproj/Localizable.strings") == ["a": "A", "b": "D"])
  }

  @Test func `a variant with the key of another text is an error`() throws {
    try work.texts([
      ("b", "", ["en": "C", "de": "C"]), ("a", "", ["en": "A", "de": "A"]),
      ("b", "@variant-of a ios", ["en": "B"]),
    ])
    #expect(
      try errors().first?.hasSuffix("[duplicate-key] key 'b' is defined twice (first on line 2)")
        == true)
  }
}
