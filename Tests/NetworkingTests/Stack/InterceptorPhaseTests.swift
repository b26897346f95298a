#if os(Linux)
  import Foundation
  import Networking
  import Testing

  /// The guide's table of phases, the phases, and the shipped interceptors.
  @Suite struct InterceptorPhaseTests {
    private struct Row {
      let places: [String]
      let names: [String]
    }

    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The parts between back ticks.
    private static func codes(_ text: Substring) -> [String] {
      text.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }

    private static func rows() throws -> [Row] {
      let page = try String(
        contentsOf: root.appendingPathComponent("Documentation/Networking.md"), encoding: .utf8)
      let lines = page.components(separatedBy: "\n")
      let start = try #require(lines.firstIndex { $0.hasPrefix("| phase | interceptor |") })
      return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        return Row(places: codes(cells[1]), names: codes(cells[2]))
      }
    }

    @Test func `the guide lists all phases in order`() throws {
      let places = try Self.rows().flatMap(\.places)
      #expect(places == InterceptorPhase.allCases.map { "\($0)" })
    }

    @Test func `the guide lists every interceptor under its phase`() throws {
      let rows = try Self.rows()
      let shipped = FullStack.each(Authentication(.bearer("t")))
      #expect(rows.flatMap(\.names).sorted() == shipped.map(\.name).sorted())
      for row in rows {
        let places = row.names.map { name in
          shipped.first { $0.name == name }.map { "\($0.phase)" } ?? "none"
        }
        // One phase for all interceptors of a row, or one each.
        let wanted =
          row.places.count == 1
          ? Array(repeating: row.places[0], count: row.names.count) : row.places
        #expect(places == wanted)
      }
    }

    /// Checks that the lists above are complete.
    @Test func `the lists contain every interceptor in the sources`() throws {
      let sources = Self.root.appendingPathComponent("Sources/Networking")
      let files = try #require(FileManager.default.enumerator(atPath: sources.path))
      var found: Set<String> = []
      for case let file as String in files where file.hasSuffix(".swift") {
        let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
        for line in text.components(separatedBy: "\n") {
          for kind in ["public struct ", "public final class "] where line.hasPrefix(kind) {
            let parts = line.dropFirst(kind.count).split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[1].contains("Interceptor") { found.insert("\(parts[0])") }
          }
        }
      }
      let adapters: Set = ["BeforeRequest", "AfterResponse", "AfterFailure"]
      let shipped = FullStack.each(Authentication(.bearer("t"))).map { "\(type(of: $0))" }
      #expect(found.subtracting(adapters) == Set(shipped))
    }
  }
#endif
