import Foundation
import TremaConfigValues
import TremaTestSupport

/// Other readers of property lists, each called with many files at once, in processes that may
/// crash and that get one second of CPU and a limit of memory for each file.
enum PlatformJudges {
  struct Failure: Error, CustomStringConvertible { let description: String }

  enum Reader: String { case serialization, decoder }

  private static let judge: String = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? Bundle.main.executableURL
    return (tests?.deletingLastPathComponent().appending(path: "PropertyListJudge").path)
      ?? "PropertyListJudge"
  }()

  /// - Returns: By name, `ok` and the value, `error`, `crash`, or `hang` where the time or the
  ///   memory was not enough.
  static func foundation(
    _ reader: Reader, _ names: [String], in folder: TemporaryFolder
  ) throws -> [String: String] {
    try verdicts([judge, reader.rawValue], names, in: folder)
  }

  /// `ok`, `error`, `crash` or `hang` of `plutil -lint`.
  static func plutil(_ names: [String], in folder: TemporaryFolder) throws -> [String: String] {
    // A missing tool must fail the test, not count as a parse error.
    _ = try Judge.plutil.run(["-help"])
    return try verdicts(["plutil", "-lint", "-s"], names, in: folder)
  }

  private static func verdicts(
    _ command: [String], _ names: [String], in folder: TemporaryFolder
  ) throws -> [String: String] {
    // The sanitizer needs a larger address space; then only the time limit bounds memory use.
    let limits =
      ThreadSanitizer.isOn && command[0] == judge ? "-c 0 -t 3" : "-c 0 -t 1 -v 4000000"
    let script = """
      count=$1; shift
      for name in "${@:1:count}"; do
        answer=$(ulimit \(limits); exec "${@:count+1}" "$name" 2>/dev/null)
        echo "$? $answer"
      done
      """
    let verdict = try Judge.bash.run(
      ["-c", script, "-", "\(names.count)"] + names + command, in: folder)
    let lines = verdict.text.split(separator: "\n", omittingEmptySubsequences: false)
    var answers: [String: String] = [:]
    for (name, line) in zip(names, lines) {
      let parts = line.split(separator: " ", maxSplits: 1)
      let answer = parts.count > 1 ? String(parts[1]) : ""
      answers[name] =
        switch parts.first {
        case "0": answer.isEmpty ? "ok" : answer
        case "1": "error"
        // The process was killed for its time, or by the allocator for its memory.
        case "137", "152", "134": "hang"
        default: "crash"
        }
    }
    return answers
  }

  /// The results for 10,000 damaged copies of a file; see `MutationRun.report`.
  static func mutations(_ name: String, in folder: TemporaryFolder) throws -> [Int] {
    let verdict = try Judge(name: judge, package: "the tests (swift build --build-tests)").run(
      ["mutations", name], in: folder)
    guard verdict.status == 0 else {
      throw Failure(description: "it ended with \(verdict.status): \(verdict.complaint)")
    }
    return verdict.text.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
  }

  /// `ok` and the value, or `error`, by name.
  static func plistlib(_ names: [String], in folder: TemporaryFolder) throws -> [String: String] {
    let verdict = try Judge.python.run(["-c", python] + names, in: folder)
    guard verdict.status == 0 else { throw Failure(description: verdict.complaint) }
    let lines = verdict.text.split(separator: "\n").map(String.init)
    return Dictionary(zip(names, lines)) { $1 }
  }

  private static let python = """
    import datetime, plistlib, struct, sys
    count = 0
    def text(value):
        return '"' + ''.join(
            c if ' ' <= c <= '~' and c not in '"\\\\' else '\\\\%x.' % ord(c) for c in value) + '"'
    def spelled(value, depth=0):
        global count
        count += 1
        if count > 5000 or depth > 900: raise OverflowError
        if isinstance(value, bool): return 'true' if value else 'false'
        if isinstance(value, int): return str(value)
        if isinstance(value, str): return text(value)
        if isinstance(value, bytes): return '<' + value.hex() + '>'
        if isinstance(value, float):
            return 'real ' + ('nan' if value != value else '%x' % struct.unpack('>Q', struct.pack('>d', value)))
        if isinstance(value, datetime.datetime):
            seconds = (value - datetime.datetime(2001, 1, 1)).total_seconds()
            return 'date ' + (str(int(seconds)) if seconds == int(seconds) else repr(seconds))
        if isinstance(value, list): return '[' + ', '.join(spelled(v, depth + 1) for v in value) + ']'
        if isinstance(value, dict):
            keys = sorted(value, key=lambda k: k.encode())
            return '{' + ', '.join(text(k) + ': ' + spelled(value[k], depth + 1) for k in keys) + '}'
        return type(value).__name__
    sys.setrecursionlimit(5000)
    for name in sys.argv[1:]:
        count = 0
        try:
            value = plistlib.load(open(name, 'rb'))
        except Exception:
            print('error')
            continue
        try: print('ok', spelled(value))
        except OverflowError: print('ok …')
        except Exception: print('ok', type(value).__name__)
    """

  /// A value in the spelling of the judges.
  static func spelled(_ value: ConfigValue) -> String {
    switch value.content {
    case .dictionary(let dictionary):
      "{"
        + dictionary.entries.map { "\(spelled($0.key)): \(spelled($0.value))" }
        .joined(separator: ", ") + "}"
    case .array(let values): "[" + values.map(spelled).joined(separator: ", ") + "]"
    case .string(let text): spelled(text)
    case .integer(let number): "\(number)"
    case .real(let number):
      "real " + (number.isNaN ? "nan" : String(number.bitPattern, radix: 16))
    case .boolean(let claim): claim ? "true" : "false"
    case .date(let date):
      "date " + (Int(exactly: date.seconds).map { "\($0)" } ?? "\(date.seconds)")
    case .data(let bytes):
      "<" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + ">"
    case .null: "null"
    }
  }

  private static func spelled(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
        && scalar != "\u{7F}"
        ? "\(scalar)" : "\\\(String(scalar.value, radix: 16))."
    }
    return "\"" + scalars.joined() + "\""
  }
}
