import TremaCatalog
import TremaDiagnostics
import TremaEditing
import TremaFormats
import TremaXML

/// Applies the fixes that findings offer to the files they are about.
public struct Fixing {
  /// The largest file that is fixed, in bytes.
  private static let largestFile = 256 << 20

  /// What came of it.
  public struct Report: Sendable {
    /// How many fixes each file got, in the order of the files.
    public var fixed: [(file: String, count: Int)] = []
    /// Fixes that meet another: a second run makes them.
    public var skipped = 0
    /// What they change, as `patch` reads it.
    public var patch: [UInt8] = []
    /// Files that are left as they are, and why.
    public var diagnostics: [Diagnostic] = []
  }

  /// - Parameters:
  ///   - findings: some with fixes.
  ///   - transaction: takes the files; it is for the caller to commit.
  /// - Throws: when a file cannot be read again.
  public static func apply(
    _ findings: [Diagnostic], into transaction: OutputTransaction
  ) throws(Diagnostic) -> Report {
    var report = Report()
    var edits: [String: [Diagnostic.Edit]] = [:]
    for edit in findings.flatMap(\.fixes) { edits[edit.location.file, default: []].append(edit) }
    for (file, edits) in edits.sorted(by: { $0.key < $1.key }) {
      let input = try InputFile(path: file)
      if input.isStream {
        report.diagnostics.append(unfixable(file, "it is no file that could be rewritten"))
        continue
      }
      let old = try input.contents(limit: largestFile)
      if let reason = obstacle(in: old) {
        report.diagnostics.append(unfixable(file, reason))
        continue
      }
      let work = SourceEdits(edits, to: old)
      guard isSound(old, work.edited) else {
        report.diagnostics.append(unfixable(file, "a fix would have damaged it"))
        continue
      }
      report.skipped += work.skipped
      report.fixed.append((file, work.replacements.count))
      report.patch += UnifiedPatch.text(path: file, old: old, edits: work)
      transaction.file(file, comparedWith: input).bytes = work.edited
    }
    return report
  }

  /// Why the places of findings may not be those of the bytes.
  private static func obstacle(in bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return "it begins with a byte order mark" }
    if !EncodingDetector.isUTF8(bytes) || String(validating: bytes, as: UTF8.self) == nil {
      return "it is not in UTF-8"
    }
    let hasLoneReturn = zip(bytes, bytes.dropFirst()).contains { $0 == 0x0D && $1 != 0x0A }
    return hasLoneReturn ? "some of its lines end with a carriage return" : nil
  }

  /// Whether what was one catalogue still is: the same texts in the same languages.
  private static func isSound(_ old: [UInt8], _ new: [UInt8]) -> Bool {
    func outline(_ bytes: [UInt8]) -> [ExactKey: [String]]? {
      guard let (catalogue, _) = try? Catalog.decode(bytes, file: "") else { return nil }
      return Dictionary(
        catalogue.texts.map { (ExactKey($0.key), $0.values.map(\.language)) },
        uniquingKeysWith: +)
    }
    guard let before = outline(old), let after = outline(new) else { return false }
    return before == after
  }

  private static func unfixable(_ file: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      .warning, "unfixable", "'\(file)' is not fixed: \(reason)", at: SourceLocation(file: file),
      hint: "trema format \(file) rewrites it in UTF-8 with line feeds", subject: reason)
  }
}
