import Testing
import TremaTestSupport

/// The Swift code in doc comments of public declarations compiles.
@Suite struct DocumentedModuleTests {
  /// The modules of the products, with and without code in their comments.
  private static func modules() throws -> [DocumentedModule] {
    try [
      ("Networking", CommentPreambles.networking),
      ("TremaConfiguration", CommentPreambles.configuration),
      ("TremaInjection", CommentPreambles.injection), ("TremaLog", CommentPreambles.log),
      ("TremaMessages", CommentPreambles.texts), ("TremaRuntime", CommentPreambles.runtime),
      ("TremaSecrets", CommentPreambles.secrets), ("TremaStorage", CommentPreambles.storage),
      ("TremaTransportConformance", CommentPreambles.conformance),
      ("TremaXMLDecoding", CommentPreambles.xml),
    ].map { try DocumentedModule($0, preamble: $1) }
      + [
        "TremaConfigValues", "TremaCurl", "TremaDates", "TremaHTTP",
        "TremaInjectionTesting", "TremaLocalization", "TremaURLSession",
      ].map { try DocumentedModule($0, preamble: "import \($0)") }
  }

  @Test(.serialized, arguments: try modules())
  func `the code in the comments of a module compiles`(module: DocumentedModule) async throws {
    if module.pages.isEmpty { return }
    for problem in try await Compiler().problems(in: module.program) {
      Issue.record("\(problem)")
    }
  }

  @Test func `comments with code are found`() throws {
    let files = try Self.modules().flatMap(\.pages)
    #expect(files.map(\.path).contains("Sources/Networking/Retry/Retry.swift"))
    #expect(files.map(\.path).contains("Sources/Runtime/TremaMessages/TextArgument.swift"))
    #expect(files.flatMap(\.blocks).count >= 50)
  }

  @Test func `indented or Swift-fenced blocks before a public declaration are code`() {
    let source = """
      /// A dish.
      ///
      ///     let dish = Dish()
      ///
      ///     print(dish)
      ///
      /// - Parameters:
      ///   - size: in grams.
      @available(
        *, deprecated
      )
      public struct Dish {
        /// ```json
        /// {"a": 1}
        /// ```
        /// ```swift
        /// dish.eat(
        ///   all: true)
        /// ```
        @discardableResult public func eat(all: Bool) -> Bool { all }

        /// A layout:
        ///
        ///     4 bytes | 8 bytes
        struct Layout {}
      }
      """
    let blocks = DocumentationPage(path: "Dish.swift", source: source).blocks
    #expect(blocks.map(\.line) == [3, 17])
    #expect(
      blocks.map(\.code) == [
        ["let dish = Dish()", "", "print(dish)", ""], ["dish.eat(", "  all: true)"],
      ])
  }

  @Test func `an error is reported at its line of the source`() async throws {
    let source = """
      /// A number.
      ///
      ///     let number: Int = text
      public struct Number {}
      """
    let module = DocumentedModule(
      "Numbers", preamble: "import TremaDates\nlet text = \"\"",
      pages: [DocumentationPage(path: "Sources/Numbers/Number.swift", source: source)])
    #expect(
      try await Compiler().problems(in: module.program).map(\.description) == [
        "Sources/Numbers/Number.swift:3: cannot convert value of type 'String' to specified type 'Int'"
      ])
  }
}
