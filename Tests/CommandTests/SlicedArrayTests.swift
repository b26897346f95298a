import Testing
import TremaTestSupport

/// Arrays of which an output contains only some elements.
@Suite struct SlicedArrayTests {
  private let work: VariantProject

  init() throws { work = try VariantProject() }

  /// Writes an array of three elements.
  ///
  /// - Parameter contexts: The additional lines of the elements' contexts.
  private func array(_ contexts: [Int: String] = [:]) throws {
    try work.texts(
      (0..<3).map { index in
        (
          "days.\(index)", "@array" + (contexts[index].map { "\n\($0)" } ?? ""),
          ["en": "Day", "de": "Tag"]
        )
      })
  }

  /// Returns the lines of `trema build` about broken arrays.
  private func findings() throws -> [String] {
    let result = try work.trema("build")
    #expect(result.status == 0, "\(result)")
    return result.errors.split(separator: "\n").map(String.init)
      .filter { $0.contains("[broken-array]") }
  }

  @Test func `an element that an output leaves out between others is reported`() throws {
    try array([1: "@platforms ios"])
    try work.project(
      #""format": "android""#, #""format": "strings""#, #""format": "compose""#,
      #""format": "csv""#)
    #expect(
      try findings() == [
        "Texts.trm:7:3: warning: [broken-array] the 'android' output 'Out0' does not contain the "
          + "array element 'days.1', but contains 'days.2'"
      ])
    try array()
    try work.project(#""format": "android", "exceptKeys": ["days.0"]"#)
    #expect(
      try findings() == [
        "Texts.trm:2:3: warning: [broken-array] the 'android' output 'Out0' does not contain the "
          + "array element 'days.0', but contains 'days.1'"
      ])
    #expect(
      try work.trema("check").output.contains(
        "hint: include the element in the output, or leave out all elements after it\n"))
  }

  @Test func `an output may contain the first elements only, or none`() throws {
    try array([2: "@platforms ios"])
    try work.project(#""format": "android""#)
    #expect(try findings() == [])
    try work.texts([
      ("days.0", "@array\n@platforms ios", ["en": "Day", "de": "Tag"]),
      ("days.1", "@array\n@platforms ios", ["en": "Day", "de": "Tag"]),
      ("other", "", ["en": "Day", "de": "Tag"]),
    ])
    #expect(try findings() == [])
  }

  @Test func `a finding can be suppressed at the element`() throws {
    try array([1: "@platforms ios\n@ignore broken-array"])
    try work.project(#""format": "android""#)
    #expect(try findings() == [])
  }
}
