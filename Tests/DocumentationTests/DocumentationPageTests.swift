import Testing
import TremaTestSupport

/// The conversion of a page's code to a program.
@Suite struct DocumentationPageTests {
  @Test func `an error is reported at its line of the page`() async throws {
    let page = DocumentationPage(
      path: "Documentation/Page.md",
      text: """
        # A page

        <!-- swift
        import TremaDates
        struct Dish { var name: String }
        -->

        ```swift
        let dish = Dish(name: "Soup")
        ```

        ```swift
        let dish = dish.name

        extension Dish {
          var length: Int { name }
        }
        let length: Int = dish
        ```

        ```json
        { "dish": 7 }
        ```
        """)
    let problems = try await Compiler().problems(in: page.program)
    #expect(
      problems.map(\.description) == [
        "Documentation/Page.md:16: cannot convert return expression of type 'String' to return type 'Int'",
        "Documentation/Page.md:18: cannot convert value of type 'String' to specified type 'Int'",
      ])
  }

  @Test func `the left column of a migration page is not compiled`() {
    let table = """
      <table><tr><th>Other</th><th>Trema</th></tr><tr><td>

      ```swift
      other()
      ```

      </td><td>

      ```swift
      ours()
      ```
      """
    func lines(_ path: String) -> [Int] {
      DocumentationPage(path: path, text: table).blocks.map(\.line)
    }
    #expect(lines("Documentation/Migrating/Other.md") == [10])
    #expect(lines("Documentation/Other.md") == [4, 10])
  }

  @Test func `all pages with code are found`() throws {
    let paths = try DocumentationPage.all().map(\.path)
    #expect(paths.contains("README.md"))
    #expect(paths.contains("Documentation/Networking/Cache.md"))
    #expect(paths.count >= 30)
  }
}

/// The modules that the single import of the run time makes visible.
@Suite struct RuntimeImportTests {
  @Test func `the runtime import includes the transport of the platform`() async throws {
    #if os(Linux)
      let transport = "CurlTransport"
    #else
      let transport = "URLSessionTransport"
    #endif
    let program = """
      import TremaRuntime
      func client() throws -> HTTPClient { HTTPClient(transport: try \(transport)()) }
      """
    #expect(try await Compiler().problems(in: program) == [])
    let alone = try await Compiler().problems(
      in: program.split(separator: "\n").dropFirst().reduce("import Networking\n") { $0 + $1 })
    #expect(alone.map(\.message) == ["cannot find '\(transport)' in scope"])
  }
}
