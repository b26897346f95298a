#if canImport(Glibc)
  import Testing
  import TremaTestSupport

  /// The work of the loader when the command starts. libxml2 is loaded when a document needs it:
  /// see `Sources/CLibraries/CTremaXML`.
  @Suite struct LoadingTests {
    /// A folder whose libraries precede those of the system, with an invalid libxml2.
    private func withoutLibrary() throws -> (TemporaryFolder, environment: [String: String]) {
      let folder = try TemporaryFolder()
      for name in ["libxml2.so.2", "libxml2.so.16"] { try folder.write("", to: "lib/\(name)") }
      return (folder, ["LD_LIBRARY_PATH": "\(folder.path)/lib"])
    }

    @Test func `libxml2, Swift concurrency and regular expressions are not loaded at startup`()
      throws
    {
      let libraries = try Judge(name: "readelf", package: "binutils").run(["-d", Tool.path]).text
      #expect(libraries.contains("[libc.so"))
      for library in ["xml2", "icu", "swift_Concurrency", "swift_StringProcessing", "dispatch"] {
        #expect(!libraries.contains("[lib\(library)"))
      }
    }

    @Test func `a catalogue of the common form does not need libxml2`() throws {
      let (folder, environment) = try withoutLibrary()
      try folder.write(Catalogue.small, to: "Texts.trm")
      let result = try Tool.run(
        "convert", "Texts.trm", "-o", "out", "--format", "strings", in: folder,
        environment: environment)
      #expect(result.status == 0)
      #expect(result.output.hasSuffix("\n2 outputs, 2 written\n"))
    }

    @Test(arguments: ["?>\n<!DOCTYPE trema>", " encoding=\"ISO-8859-1\"?>"])
    func `a catalogue that needs a missing libxml2 is an error; outputs are kept`(
      prolog: String
    ) throws {
      let (folder, environment) = try withoutLibrary()
      try folder.write(Catalogue.small, to: "Texts.trm")
      let convert = ["convert", "Texts.trm", "-o", "out", "--format", "strings"]
      _ = try Tool.run(convert, in: folder)
      let odd = Catalogue.small.replacing(" encoding=\"UTF-8\"?>", with: prolog)
      #expect(odd != Catalogue.small)
      try folder.write(odd.replacing("Hal", with: "Hol"), to: "Texts.trm")
      let before = try Snapshot(of: folder)
      let result = try Tool.run(convert, in: folder, environment: environment)
      #expect(result.status == 127)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("trema: error: cannot load libxml2, which this needs: "))
      #expect(try Snapshot(of: folder) == before)
    }
  }
#endif
