#if os(Linux)
  import Foundation
  import Testing

  /// The libraries that the compiler tells the linker to take: they are named in the objects of
  /// each module.
  @Suite struct LinkTests {
    private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()

    private static func objects(of module: String) throws -> [Data] {
      let files = FileManager.default.enumerator(
        at: folder.appendingPathComponent("\(module).build"), includingPropertiesForKeys: nil)
      return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "o" }
        .map { try Data(contentsOf: $0) }
    }

    private static let unwanted = ["-lFoundationXML", "-lFoundationNetworking", "-lxml2"]

    @Test(arguments: [
      "Networking", "TremaConfigValues", "TremaDates", "TremaHTTP", "TremaJSON", "TremaSecrets",
      "TremaSupport", "TremaZlib",
    ])
    func `the networking modules do not link an XML parser`(_ module: String) throws {
      let objects = try Self.objects(of: module)
      #expect(!objects.isEmpty, "\(Self.folder.path)")
      for word in Self.unwanted {
        #expect(!objects.contains { $0.range(of: Data(word.utf8)) != nil }, "\(word)")
      }
    }

    @Test func `the XML decoding module links an XML parser`() throws {
      let objects = try Self.objects(of: "TremaXMLDecoding")
      #expect(objects.contains { $0.range(of: Data("-lFoundationXML".utf8)) != nil })
    }
  }
#endif
