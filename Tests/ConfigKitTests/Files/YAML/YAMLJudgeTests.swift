import ConfigKit
import Foundation
import Testing
import TremaConfigValues
import TremaSupport
import TremaTestSupport

/// Comparisons with PyYAML (YAML 1.1) and ruamel.yaml (1.2), which read and write through binary
/// property lists: these hold all the types of a configuration.
@Suite struct YAMLJudgeTests {
  /// Reads every `.yaml` of the folder with both readers and writes the results.
  private static let reading = """
    import datetime, glob, plistlib, sys, yaml
    from ruamel.yaml import YAML
    def plain(value):
      if isinstance(value, dict): return {str(k): plain(v) for k, v in value.items()}
      if isinstance(value, list): return [plain(v) for v in value]
      if isinstance(value, datetime.datetime):
        utc = value.astimezone(datetime.timezone.utc) if value.tzinfo else value
        return datetime.datetime(*utc.timetuple()[:6])
      for kind in (bool, int, float, str, bytes):
        if isinstance(value, kind): return kind(value)
      raise TypeError(type(value))
    for path in glob.glob('*.yaml'):
      data = open(path, 'rb').read()
      for name, read in (('pyyaml', yaml.safe_load), ('ruamel', YAML(typ='safe', pure=True).load)):
        with open(f'{path}.{name}.plist', 'wb') as file:
          plistlib.dump(plain(read(data)), file, fmt=plistlib.FMT_BINARY)
    """

  @Test func `PyYAML and ruamel.yaml read our output with the same values`() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 72)
    let texts = [
      "no", "No", "y", "NO", "on", "off", "~", "", "null", "true", "1", "1_000", "12:30", "0o14",
      "0x1F", "1e3", ".5", "2026-11-21", "=", "<<", "- a", "a: b", "a #b", "#", "&a", "*a", "!a",
      "%a", "@a", "`a", "|", ">", "'", "\"", "{a}", "[a]", "a,b", "? a", " a", "a ", "a\nb", "\t",
      "https://example.com/a?b=c", "C:\\x", "a:", "---", "...", "ümläut", "\u{85}", "\u{2028}",
      "\u{FEFF}a", "😀", "\u{7F}", "\u{1B}", "\r\n", "/users/:id", "a@b.example", "-", "-1", "+1",
    ]
    var values: [ConfigValue] = [
      ConfigValue(
        .dictionary(
          ConfigDictionary(texts.map { .init($0, ConfigValue(.string($0))) }))),
      [String(repeating: "k", count: 3000): ["a": [["b": 1], [[]], [:]]]],
      ["long": ConfigValue(.string(String(repeating: "word ", count: 500)))], [:],
    ]
    while values.count < 300 {
      let value = ConfigValue.random(&random)
      if value.kind == .dictionary { values.append(value) }
    }
    for (index, value) in values.enumerated() {
      let bytes = try ConfigOutput.yaml.bytes(of: value, file: "-")
      try folder.write(bytes, to: "\(index).yaml")
      let reading = try ConfigFormat.yaml.decode(bytes, file: "c.yaml")
      let problems = reading.problems.filter {
        !["not-finite", "near-duplicate-key"].contains($0.code)
      }
      #expect(problems.isEmpty, "\(index)")
      #expect(reading.value == value, "\(index)")
    }
    let verdict = try Judge.environmentPython.run(["-c", Self.reading], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    for (index, value) in values.enumerated() {
      for name in ["pyyaml", "ruamel"] {
        let bytes = try folder.read("\(index).yaml.\(name).plist")
        let read = try ConfigFormat.plist.decode(bytes, file: "p.plist").value
        #expect(read == value, "\(name) \(index)")
      }
    }
  }

  /// Writes random values in every style of the two writers.
  private static let writing = """
    import io, plistlib, random, sys, yaml
    from ruamel.yaml import YAML
    draw = random.Random(73)
    pieces = ['a', ' ', ': ', ' #', '- ', '"', "'", '\\n', 'ü', '😀', 'no', '1', '\\t', ',', '{', ']',
      '&', '*', '!', '%', 'x' * 90, '\\\\', '?', '|', '\\n\\n', '  ']
    def text(): return ''.join(draw.choice(pieces) for _ in range(draw.randint(0, 8)))
    def value(depth):
      kind = draw.randint(0, 5 if depth > 3 else 9)
      if kind < 3: return text()
      if kind == 3: return draw.randint(-10**6, 10**6)
      if kind == 4: return draw.choice([True, False, 0.5, -1e30, 2.0, b'bytes \\xff'])
      if kind == 5: return draw.choice(['no', '12:30', '1_000', '', 'null', '~'])
      if kind < 8: return [value(depth + 1) for _ in range(draw.randint(0, 4))]
      return {f'{n} {text()}': value(depth + 1) for n in range(draw.randint(0, 4))}
    class Dumper(yaml.SafeDumper):
      def ignore_aliases(self, data): return draw.random() < 0.5
    for number in range(300):
      shared = value(2)
      data = {f'{n}{text()}': draw.choice([shared, value(1), value(1)]) for n in range(4)}
      if number % 3:
        out = yaml.dump(data, Dumper=Dumper, default_style=draw.choice([None, '"', "'", '|', '>']),
          default_flow_style=draw.choice([True, False, None]), indent=draw.randint(2, 6),
          width=draw.choice([20, 80, 10000]), allow_unicode=draw.random() < 0.5,
          explicit_start=draw.random() < 0.3, explicit_end=draw.random() < 0.3,
          line_break=draw.choice(['\\n', '\\r\\n']))
      else:
        ruamel = YAML(typ='safe', pure=True)
        ruamel.default_flow_style = draw.choice([True, False, None])
        stream = io.StringIO()
        ruamel.dump(data, stream)
        out = stream.getvalue()
      # Some of what they write neither of them reads back.
      try: same = yaml.safe_load(out) == data
      except yaml.YAMLError: same = False
      if not same: out = yaml.dump(data, width=10000)
      open(f'{number}.yaml', 'w', encoding='utf-8', newline='').write(out)
      with open(f'{number}.plist', 'wb') as file:
        plistlib.dump(data, file, fmt=plistlib.FMT_BINARY)
    """

  @Test func `the output of PyYAML and ruamel.yaml is read with the same values`() throws {
    let folder = try TemporaryFolder()
    let verdict = try Judge.environmentPython.run(["-c", Self.writing], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    for number in 0..<300 {
      let expected = try ConfigFormat.plist.decode(folder.read("\(number).plist"), file: "p.plist")
      let bytes = try folder.read("\(number).yaml")
      do throws(Diagnostic) {
        let reading = try ConfigFormat.yaml.decode(bytes, file: "c.yaml")
        #expect(
          reading.value == expected.value, "\(number): \(String(decoding: bytes, as: UTF8.self))")
        #expect(reading.problems.allSatisfy { $0.code != "invalid-yaml" })
      } catch {
        Issue.record("\(number): \(error) in \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }
}
