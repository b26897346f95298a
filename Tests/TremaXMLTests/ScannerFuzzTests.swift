import Foundation
import Testing
import TremaDiagnostics
import TremaSupport
import TremaTestSupport
import TremaXML

/// Documents of all kinds, whole and damaged, read by the scanner and by libxml2 alone, with the
/// same events and errors.
@Suite struct ScannerFuzzTests {
  /// `TREMA_FUZZ=100000` reads more of them.
  private static let count =
    ProcessInfo.processInfo.environment["TREMA_FUZZ"].flatMap { Int($0) } ?? 2000
  /// Seeds that once had different results.
  private static let odd = [2681, 5616, 12222, 18359, 25561, 35881, 38809, 81005, 87135, 54475]

  /// All small XML files in the folders of the tests and resources.
  private static let files: [[UInt8]] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let endings: Set = ["trm", "xml", "xlf", "xliff", "plist"]
    return ["Tests", "resources"].flatMap { folder in
      let names = FileManager.default.enumerator(atPath: root.path + "/" + folder)
      let paths = names?.compactMap { $0 as? String } ?? []
      return paths.sorted().compactMap { path -> [UInt8]? in
        let url = URL(fileURLWithPath: "\(root.path)/\(folder)/\(path)")
        guard endings.contains(url.pathExtension), let data = try? Data(contentsOf: url),
          data.count < 8000
        else { return nil }
        return [UInt8](data)
      }
    }
  }()

  /// The results of both readers for one document, one event per line.
  private struct Answer {
    var events: [String]
    var verdict: String
    var handOver: Int?

    func isSame(as other: Answer) -> Bool { events == other.events && verdict == other.verdict }
  }

  private struct Reading {
    var bytes: [UInt8]
    var sizes: [Int]
    var limits = XMLLimits()
    var held: String?

    /// In rare cases libxml2's report depends on where the pieces end.
    ///
    /// - Returns: Whether it reports that, too, and not only the other.
    func isSaid(_ answer: Answer, otherThan other: Answer) -> Bool {
      ([Int.max] + Array(1...64)).contains { size in
        var reading = self
        reading.sizes = [size]
        let parsed = reading.answer(usesScanner: false)
        return parsed.isSame(as: answer) && !parsed.isSame(as: other)
      }
    }

    func answer(usesScanner: Bool) -> Answer {
      let recorder = FullRecorder(holding: held)
      let reader = XMLReader(
        file: "f", limits: limits, handler: recorder, usesScanner: usesScanner)
      var verdict = "well formed"
      do throws(Diagnostic) {
        var rest = bytes[...]
        var piece = 0
        while !rest.isEmpty {
          let size = sizes[piece % sizes.count]
          try reader.feed(Array(rest.prefix(size)))
          rest = rest.dropFirst(size)
          piece += 1
        }
        try reader.finish()
      } catch {
        verdict = error.spelled + " / " + (error.hint ?? "-")
      }
      return Answer(events: recorder.events, verdict: verdict, handOver: reader.switchOffset)
    }
  }

  private static func reading(_ seed: Int) -> Reading {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = FuzzDocument.random(&random, files: files)
    let longest = random.pick([1, 3, 20, 300, 5000])
    let sizes = (0..<5).map { _ in random.number(1...longest) }
    var reading = Reading(bytes: bytes, sizes: random.once(in: 3) ? [Int.max] : sizes)
    if random.once(in: 10) { reading.limits.depth = random.number(0...5) }
    if random.once(in: 3) {
      reading.held = random.pick(["value", "text", "trema", "root", "string"])
      if random.once(in: 4) { reading.limits.heldBytes = random.number(0...300) }
    }
    return reading
  }

  /// A description of a document for which the two readers differ.
  private static func describe(
    _ reading: Reading, _ seed: Int, _ scanned: Answer, _ parsed: Answer
  ) -> Comment {
    let first = zip(scanned.events, parsed.events).first { $0 != $1 }
    return """
      seed \(seed), handed over at \(scanned.handOver.map(String.init) ?? "no place"):
      \(scanned.verdict)
      \(parsed.verdict)
      \(first?.0 ?? "\(scanned.events.count) events \(scanned.events.suffix(2))")
      \(first?.1 ?? "\(parsed.events.count) events \(parsed.events.suffix(2))")
      sizes \(reading.sizes)
      \(String(decoding: reading.bytes.prefix(3000), as: UTF8.self).debugDescription)
      """
  }

  private struct Tally {
    var (byScanner, wellFormed, byChance) = (0, 0, 0)
  }

  /// Reads the document of each seed with both readers and reports differences.
  private static func compare(_ seeds: [Int], _ reading: (_ seed: Int) -> Reading) -> Tally {
    var tally = Tally()
    var faults = 0
    for seed in seeds where faults < 5 {
      let reading = reading(seed)
      let scanned = reading.answer(usesScanner: true)
      let parsed = reading.answer(usesScanner: false)
      if scanned.handOver == nil { tally.byScanner += 1 }
      if parsed.verdict == "well formed" { tally.wellFormed += 1 }
      if scanned.isSame(as: parsed) { continue }
      if reading.isSaid(scanned, otherThan: parsed) {
        tally.byChance += 1
        continue
      }
      faults += 1
      Issue.record(describe(reading, seed, scanned, parsed))
    }
    return tally
  }

  @Test func `the scanner and libxml2 report the same for every document`() {
    let tally = Self.compare(Self.odd + Array(0..<Self.count), Self.reading)
    // Both readers must be used.
    #expect(tally.byScanner > Self.count / 10 && tally.byScanner < Self.count)
    #expect(tally.wellFormed > Self.count / 10 && tally.wellFormed < Self.count)
    #expect(tally.byChance <= 2 + Self.count / 1000)
    if Self.count > 2000 { print("\(Self.count) documents: \(tally)") }
  }

  /// Declarations that the scanner does not know and that change the meaning of the rest of the
  /// document.
  private static let types = [
    "<?pi?>", "<!DOCTYPE trema>", "<!DOCTYPE r SYSTEM \"r.dtd\">", "<?pi?>\n<!-- c -->",
    "<!DOCTYPE trema [<!ENTITY e 'x<b/>y'><!ENTITY f '&e; > &#60;b>&e;&#60;/b>'>]>",
    "<!DOCTYPE r [<!ATTLIST value x CDATA 'y'>]>",
    "<!DOCTYPE trema [<!ATTLIST text key NMTOKENS #IMPLIED><!ENTITY e 'x'>]>",
    "<!DOCTYPE r [<!ATTLIST text key CDATA #IMPLIED><!-- > --><?a >?>]>",
    "<!DOCTYPE r [<!ENTITY % p '<!ATTLIST b x CDATA \"1\">'> %p;]>",
    "<!DOCTYPE r [<!ELEMENT r (text*)><!ENTITY lt '&#38;#60;'><!ENTITY e '&lt;'>]>",
  ]
  private static let oddities = [
    "<?pi?>", "<?pi >?>", "<?pi?><?pi?>", "<?p:i?>", "<?XML?>", "<?xmL ?>", "<?xml-s?>", "<?é?>",
    "<?pi\r?>",
    "<?pi ??>", "<?pi?", "<? pi?>", "&e;", "&f;", "x&e;y", "<é/>", "<é>&e;</é>",
    "<b a='&e;'/>",
    "<b><?pi?></b>", "<![CDATA[<?pi?>]]><?pi?>", "]]<?pi?>>", "a > b<?pi?>\r\n", "<!-- > --><?pi?>",
    "<?pi?></b>", "<b><?pi?>", "<a:b:c>]]></a:b:c>",
    "<?pi \(String(repeating: "> ", count: 200))?>",
    String(repeating: "<?pi?>", count: 70), String(repeating: "<b>&e;</b>", count: 40),
  ]

  /// The document with some of them: before its root, and behind some of its tags.
  private static func withOddities(_ reading: Reading, _ seed: Int) -> Reading {
    var random = SeededGenerator(seed: UInt64(seed))
    var reading = reading
    let share = random.pick([2, 5, 20])
    let ends = reading.bytes.indices.filter { reading.bytes[$0] == UInt8(ascii: ">") }
    for end in ends.reversed() where random.once(in: share) {
      reading.bytes.insert(contentsOf: Array(random.pick(oddities).utf8), at: end + 1)
    }
    guard random.once(in: 2) else { return reading }
    // Behind the declaration, if there is one.
    let hasDeclaration = reading.bytes.starts(with: "<?xml ".utf8)
    let start = hasDeclaration ? ends.first.map { $0 + 1 } ?? 0 : 0
    reading.bytes.insert(contentsOf: Array(random.pick(types).utf8), at: start)
    return reading
  }

  @Test func `libxml2 continues where the scanner finds an unsupported construct`() {
    let tally = Self.compare([23998, 33564, 54475] + Array(0..<Self.count)) { seed in
      Self.withOddities(Self.reading(seed), seed)
    }
    #expect(tally.wellFormed > Self.count / 50)
    #expect(tally.byChance <= 2 + Self.count / 1000)
  }
}
