import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaSupport
import TremaTestSupport

/// Two thousand damaged files per format are read promptly or rejected with a location,
/// without allocating more memory than a file of its size needs.
@Suite(.serialized) struct DamagedFilesTests {
  /// The permitted growth of the process while it reads them, in KiB: a workbook of a few cells
  /// needs some hundred, and freed memory is not returned at once.
  private static let budget = 48 * 1024
  private static let count = 2_000
  /// The codes of findings without a location in the file.
  private static let wholeFile: Set<String> = ["missing-column", "encoding", "missing-language"]

  // Each test has a process of its own, to measure its memory; its output is in its standard error.

  @Test func `damaged XML and property lists stay within the memory limit`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Self.examine([.trema, .stringsdict, .android, .compose, .xliff])
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  @Test func `damaged JSON and line-based files stay within the memory limit`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Self.examine([.strings, .xcstrings, .json, .arb, .properties, .po, .twine])
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  @Test func `damaged tables stay within the memory limit`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        Self.examine([.csv, .tsv, .xlsx])
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "")
  }

  @Test func `every format is tested`() {
    let examined: [ReadableFormat] = [
      .trema, .stringsdict, .android, .compose, .xliff, .strings, .xcstrings, .json, .arb,
      .properties, .po, .csv, .tsv, .xlsx, .twine,
    ]
    #expect(Set(examined) == Set(FormatContract.formats))
  }

  private static func examine(_ formats: [ReadableFormat]) {
    for format in formats {
      do {
        try examine(format)
      } catch {
        FileHandle.standardError.write(Data("\(format): \(error)\n".utf8))
      }
    }
  }

  private struct Complaint: Error, CustomStringConvertible { var description: String }

  private static func examine(_ format: ReadableFormat) throws {
    guard let contract = FormatContract.of(format) else {
      throw Complaint(description: "has no contract")
    }
    let mutation = try Mutation(format, contract)
    _ = try format.read(mutation.sound, ReadingOptions(file: "f", language: "en"))
    var random = SeededGenerator(seed: 4300)
    var outcomes = (read: 0, refused: 0)
    var memory = try PeakMemory()
    for number in 0..<count {
      // Memory that is allocated once does not count as growth.
      if number == 200 { memory = try PeakMemory() }
      let bytes = mutation.file(&random)
      var options = ReadingOptions(file: "f", language: "en")
      options.masterLanguage = "en"
      var findings: [Diagnostic] = []
      do throws(Diagnostic) {
        findings = try format.read(bytes, options).diagnostics
        outcomes.read += 1
      } catch {
        findings = [error]
        outcomes.refused += 1
        // An invalid language tag is a finding at any place.
        if error.kind != .unreadable, error.code != "invalid-language" {
          throw Complaint(description: "file \(number): \(line(error)) is not called unreadable")
        }
      }
      for finding in findings where finding.location?.file != "f" {
        throw Complaint(description: "file \(number): \(line(finding)) has no file")
      }
      for finding in findings where contract.isText && finding.location?.start == nil {
        if wholeFile.contains(finding.code) || bytes.isEmpty { continue }
        throw Complaint(description: "file \(number): \(line(finding)) has no place")
      }
    }
    let growth = try memory.growth()
    if growth > ThreadSanitizer.bound(ofMemory: budget) {
      throw Complaint(description: "grew by \(growth) KiB")
    }
    if outcomes.read < 60 || outcomes.refused < 60 && contract.canRefuse {
      throw Complaint(description: "\(outcomes) is no test of both")
    }
  }
}

/// Damages the sample of a format in one to three places.
private struct Mutation {
  private let whole: [UInt8]
  private let tokens: [[UInt8]]
  private let archive: StoredArchive?

  init(_ format: ReadableFormat, _ contract: FormatContract) throws {
    let rich = try Passage(
      RichCatalogue.texts.filter {
        ["days", "guest", "quotes"].contains($0.key)
      },
      through: format, contract.writing, languages: Array(RichCatalogue.languages[0...1]))
    let written = rich.files[rich.files.count - 1].bytes
    archive = contract.isText ? nil : try StoredArchive(written)
    whole = archive?.sheet ?? written
    tokens = contract.tokens.map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xEF, 0xBB, 0xBF]]
  }

  var sound: [UInt8] { archive?.file(whole) ?? whole }

  func file(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = whole
    for _ in 0..<random.number(1...3) where !bytes.isEmpty {
      let index = random.number(0...bytes.count - 1)
      let end = min(bytes.count, index + random.number(1...12))
      switch random.number(0...7) {
      case 0, 1: bytes[index] = UInt8(truncatingIfNeeded: random.number(0...255))
      case 2: bytes.removeSubrange(index..<end)
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: random.number(0...bytes.count))
      case 4 where random.once(in: 4): bytes.removeLast(bytes.count - index)
      default: bytes.insert(contentsOf: random.pick(tokens), at: index)
      }
    }
    return archive?.file(bytes) ?? bytes
  }
}
