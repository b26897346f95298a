import TremaCatalog
import TremaDiagnostics
import TremaEditing
import TremaFormats
import TremaXML

/// Makes the fixes that findings offer, in memory: whoever opens one of the files afterwards reads
/// what it is to become, and may find more to fix.
public struct Fixing {
  /// So often the files may be looked at again.
  public static let mostPasses = 10

  private struct Work {
    /// The file as it was when it was first opened.
    let input: InputFile
    /// A byte order mark, which no column counts.
    let mark: [UInt8]
    let old: [UInt8]
    var new: [UInt8]
    var fixes = 0
  }

  private var works: [String: Work] = [:]
  /// Files that are left as they are, and why.
  public private(set) var diagnostics: [Diagnostic] = []

  public init() {}

  /// How many fixes each file got, in the order of the files.
  public var fixed: [(file: String, count: Int)] {
    works.map { ($0.key, $0.value.fixes) }.filter { $0.1 > 0 }.sorted { $0.0 < $1.0 }
  }

  /// What they change, as `patch` reads it.
  public var patch: [UInt8] {
    works.sorted { $0.key < $1.key }.flatMap { path, work in
      UnifiedPatch.text(path: path, old: work.mark + work.old, new: work.mark + work.new)
    }
  }

  /// Makes the fixes of some findings.
  ///
  /// - Returns: whether there were any.
  /// - Throws: when a file cannot be read.
  public mutating func apply(_ findings: [Diagnostic]) throws(Diagnostic) -> Bool {
    var edits: [String: [Diagnostic.Edit]] = [:]
    for edit in findings.flatMap(\.fixes) { edits[edit.location.file, default: []].append(edit) }
    var isChanged = false
    for (file, edits) in edits.sorted(by: { $0.key < $1.key }) where !isLeft(file) {
      if works[file] == nil { works[file] = try open(file) }
      guard var work = works[file] else { continue }
      let made = SourceEdits(edits, to: work.new)
      let edited = made.edited
      if edited == work.new { continue }
      guard Self.isSound(work.new, edited) else {
        leave(file, "a fix would have damaged it", hint: "mend by hand what is found")
        continue
      }
      work.new = edited
      work.fixes += made.count
      works[file] = work
      try InputFile.replace(file, by: work.mark + edited)
      isChanged = true
    }
    return isChanged
  }

  /// Adds the files to a transaction; it is for the caller to commit.
  public func write(into transaction: OutputTransaction) {
    for (path, work) in works.sorted(by: { $0.key < $1.key }) {
      transaction.file(path, comparedWith: work.input).bytes = work.mark + work.new
    }
  }

  /// - Returns: nil when the places of findings may not be those of the bytes.
  private mutating func open(_ file: String) throws(Diagnostic) -> Work? {
    let input = try InputFile(path: file)
    let bytes = try input.contents(limit: InputFile.largest)
    let mark = Array(bytes.prefix(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    let text = Array(bytes.dropFirst(mark.count))
    let hasLoneReturn = zip(text, text.dropFirst()).contains { $0 == 0x0D && $1 != 0x0A }
    if input.isStream {
      leave(file, "it is no file that could be rewritten", hint: nil)
    } else if !EncodingDetector.isUTF8(text) || String(validating: text, as: UTF8.self) == nil {
      leave(
        file, "it is not in UTF-8", hint: "trema format \(file) rewrites it in UTF-8")
    } else if hasLoneReturn {
      leave(
        file, "some of its lines end with a carriage return",
        hint: "trema format \(file) rewrites it with line feeds")
    } else if Self.hasDocumentType(text) {
      leave(
        file, "it has a document type declaration",
        hint: "replace its entities by their text and remove the declaration")
    } else {
      return Work(input: input, mark: mark, old: text, new: text)
    }
    return nil
  }

  private static func hasDocumentType(_ bytes: [UInt8]) -> Bool {
    var rest: [UInt8]? = bytes
    var decoder = TremaDecoder(file: "") { () throws(Diagnostic) in
      defer { rest = nil }
      return rest
    }
    // What is no catalogue is none afterwards, and left alone then.
    _ = try? decoder.header()
    return decoder.documentType != nil
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

  private func isLeft(_ file: String) -> Bool {
    diagnostics.contains { $0.location?.file == file }
  }

  private mutating func leave(_ file: String, _ reason: String, hint: String?) {
    diagnostics.append(
      Diagnostic(
        .warning, "unfixable", "'\(file)' is not fixed: \(reason)",
        at: SourceLocation(file: file), hint: hint, subject: reason))
  }
}
