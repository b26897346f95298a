#if os(Linux)
  import Foundation
  import Testing
  import TremaTestSupport

  /// A whole run of an app with secrets everywhere, with its files and its output.
  @Suite struct PlantedSecretTests {
    @Test func `secrets are written only to cookie jars and token stores`()
      async throws
    {
      let folder = try TemporaryFolder()
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
      ) { [path = folder.path as String] in
        // An error that is thrown out of the process would look like a crash.
        do { try await SecretScenario(path).run() } catch {
          try Data("\(error)".utf8).write(to: URL(fileURLWithPath: path + "/problem"))
        }
      }
      guard let result else { return }
      let problem = try? String(contentsOfFile: folder.path + "/problem", encoding: .utf8)
      #expect(problem == nil)
      // These may contain secrets, and show that they were planted.
      #expect(Secrets.found(in: try folder.read("cookies"), []) != [])
      let made = try String(decoding: folder.read("tokens"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      #expect(made.count >= 3)
      var said = ["out": result.standardOutputContent, "error": result.standardErrorContent]
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for file in files where file != "cookies" && file != "tokens" {
        said["the name of a file"] = (said["the name of a file"] ?? []) + Array("\(file)\n".utf8)
        guard let bytes = try? folder.read(file) else { continue }
        // A server's response with the sent request is stored, for the user alone.
        said[file] = file.hasPrefix("cache/") ? Secrets.head(ofEntry: bytes) : bytes
      }
      let kept = files.filter { $0.hasPrefix("cache/") }
      #expect(kept.count > 2)
      for file in kept {
        let mode =
          try FileManager.default.attributesOfItem(
            atPath: "\(folder.path)/\(file)")[.posixPermissions] as? Int
        #expect(mode.map { $0 & 0o077 } == 0, "\(file)")
      }
      for name in ["har", "recorded.har", "table", "curl"] {
        #expect((said[name]?.count ?? 0) > 1000, "\(name)")
      }
      #expect(result.standardOutputContent.count > 50_000)
      #expect(result.standardErrorContent.count > 5000)
      for (name, bytes) in said {
        let found = Secrets.found(in: bytes, made)
        #expect(found == [], "in \(name)")
      }
    }

    @Test func `the search finds a secret in any encoding`() {
      let bytes = Array(Secrets.marker.utf8)
      let texts = [
        "x \(Secrets.marker)-1", "\(bytes)", bytes.map { String($0, radix: 16) }.joined(),
        bytes.map { "    - \($0)" }.joined(separator: "\n"),
      ]
      // At each offset within a Base64 group of three bytes.
      let encoded = ["", "a", "ab"].map {
        Data(Array($0.utf8) + bytes).base64EncodedString()
      }
      for text in texts + encoded {
        #expect(Secrets.found(in: Array(text.utf8), []) != [])
        #expect(Secrets.found(in: text.utf8.dropFirst(8).dropLast(8), []) == [])
      }
    }
  }

  enum Secrets {
    /// The common prefix of all secrets in the network tests; `Scripts/test` searches their output
    /// for it.
    static let marker = ["planted", "secret"].joined(separator: "-")

    /// The lengths of head and body are at offsets 12 and 16, and the head is at offset 88.
    static func head(ofEntry bytes: [UInt8]) -> [UInt8] {
      guard bytes.count >= 88 else { return bytes }
      let length = bytes[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
      return Array(bytes.prefix(88 + length))
    }

    static func planted(_ place: String) -> String { "\(marker)-\(place)" }

    /// - Returns: Each match with the text before it.
    static func found(in bytes: some Sequence<UInt8>, _ others: [String]) -> [String] {
      let text = String(decoding: Array(bytes), as: UTF8.self)
      // A dump prints one byte per line.
      let joined = text.split(separator: "\n").map {
        $0.drop { $0 == " " || $0 == "-" }
      }.joined(separator: ",")
      return (spellings(of: marker) + others).flatMap { spelling -> [String] in
        [text, joined].flatMap { text in
          text.components(separatedBy: spelling).dropLast().map {
            "…\($0.suffix(60))\(spelling)"
          }
        }
      }
    }

    private static func spellings(of secret: String) -> [String] {
      let bytes = Array(secret.utf8)
      // The part of the encoding that does not depend on adjacent bytes.
      let encoded = (0..<3).map { shift in
        let text = Data([UInt8](repeating: 0x20, count: shift) + bytes).base64EncodedString()
        return String(text.dropFirst(shift == 0 ? 0 : 4).prefix(16))
      }
      return encoded + [
        secret, bytes.map { String($0, radix: 16) }.joined(),
        bytes.map(String.init).joined(separator: ", "),
        bytes.map(String.init).joined(separator: ","),
      ]
    }
  }
#endif
