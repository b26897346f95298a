import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

/// Compares the catalogue with generated files as other readers read them.
@Suite struct OutputTests {
  @Test func `Foundation reads every .strings as intended`() throws {
    for output in OutputSamples.all(.strings, target: .apple, seed: 60) {
      let wanted = Texts(output, IntendedText.apple)
      let list = try? PropertyListSerialization.propertyList(from: Data(output.bytes), format: nil)
      // A file of comments alone is an empty string to Foundation's reader.
      let found = list.flatMap { Texts(foundation: $0) } ?? [:]
      if let difference = difference(found, wanted) {
        Issue.record("catalogue \(output.catalogue), \(output.file.language): \(difference)")
      }
    }
  }

  @Test func `plutil reads .strings as intended`() throws {
    let folder = try TemporaryFolder()
    let outputs = OutputSamples.all(.strings, target: .apple, seed: 61, count: 40)
      .filter { !$0.messages.isEmpty }
    for (number, output) in outputs.enumerated() {
      try folder.write(output.bytes, to: "\(number).strings")
    }
    let names = outputs.indices.map { "\($0).strings" }
    let converted = try Judge.plutil.run(
      ["-convert", "binary1", "-e", "plist", "--"] + names, in: folder)
    #expect(converted.status == 0, "\(converted.text)\(converted.complaint)")
    for (number, output) in outputs.enumerated() {
      let list = try PropertyListSerialization.propertyList(
        from: Data(try folder.read("\(number).plist")), format: nil)
      let found = try #require(Texts(foundation: list))
      #expect(difference(found, Texts(output, IntendedText.apple)) == nil)
    }
  }

  @Test func `Foundation and Python read every .json as intended`() throws {
    let outputs = OutputSamples.all(.json, target: nil, seed: 62)
    var lines: [UInt8] = []
    for output in outputs {
      let object = try JSONSerialization.jsonObject(with: Data(output.bytes))
      let found = try #require(Texts(foundation: object))
      #expect(difference(found, Texts(output, IntendedText.neutral)) == nil)
      lines += output.bytes + [0]
    }
    let program = """
      import json, sys
      for part in sys.stdin.buffer.read().split(b'\\0')[:-1]:
          pairs = json.loads(part.decode('utf-8'), object_pairs_hook=list)
          words = [word for pair in pairs for word in pair]
          print(' '.join(word.encode('utf-8').hex() + '.' for word in words))
      """
    let judged = try Judge.python.run(["-c", program], input: lines)
    #expect(judged.status == 0, "\(judged.complaint)")
    let found = judged.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (output, line) in zip(outputs, found) {
      #expect(difference(HexTexts.read(line), Texts(output, IntendedText.neutral)) == nil)
    }
    #expect(found.count == outputs.count + 1)
  }

  @Test func `Java reads every .properties as intended`() throws {
    let outputs = OutputSamples.all(.properties, target: .properties, seed: 63)
    let folder = try TemporaryFolder()
    for (number, output) in outputs.enumerated() {
      #expect(output.bytes.allSatisfy { $0 < 0x80 })
      try folder.write(output.bytes, to: "\(number).properties")
    }
    let program = """
      import java.io.*; import java.nio.charset.StandardCharsets; import java.util.*;
      public class Read {
        static String hex(String text) {
          var hex = new StringBuilder();
          for (byte b : text.getBytes(StandardCharsets.UTF_8)) hex.append(String.format("%02x", b));
          return hex + ".";
        }
        public static void main(String[] count) throws IOException {
          var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
          for (int i = 0; i < Integer.parseInt(count[0]); i++) {
            var properties = new Properties();
            try (var in = new FileInputStream(i + ".properties")) { properties.load(in); }
            var words = new StringJoiner(" ");
            for (var key : properties.stringPropertyNames())
              words.add(hex(key)).add(hex(properties.getProperty(key)));
            out.println(words);
          }
          out.flush();
        }
      }
      """
    try folder.write(Array(program.utf8), to: "Read.java")
    let judged = try Judge.java.run(["Read.java", "\(outputs.count)"], in: folder)
    #expect(judged.status == 0, "\(judged.complaint)")
    let found = judged.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(found.count == outputs.count + 1)
    for (output, line) in zip(outputs, found) {
      if let difference = difference(HexTexts.read(line), Texts(output, IntendedText.java)) {
        Issue.record("catalogue \(output.catalogue): \(difference)")
      }
    }
  }

  @Test func `output for one language is identical on every run`() {
    for format in ResourceFormat.all {
      let (first, second) = (
        OutputSamples.all(format, target: nil, seed: 64, count: 100),
        OutputSamples.all(format, target: nil, seed: 64, count: 100)
      )
      #expect(first.map(\.bytes) == second.map(\.bytes))
    }
  }
}

/// Alternating keys and texts, each as hexadecimal bytes and a dot, so that the encoding is
/// unambiguous.
enum HexTexts {
  static func read(_ line: Substring) -> Texts {
    let words = line.split(separator: " ").map { word in
      var bytes: [UInt8] = []
      var high: UInt8?
      for digit in word.utf8.dropLast() {
        let value =
          digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
        if let first = high { bytes.append(first << 4 | value) }
        high = high == nil ? value : nil
      }
      return ExactString(String(decoding: bytes, as: UTF8.self))
    }
    var texts: Texts = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) {
      texts[words[index]] = words[index + 1]
    }
    return texts
  }
}
