import TremaDiagnostics
import TremaJSON
import TremaSupport

extension Baseline {
  /// The members of a baseline.
  enum Field: String, CaseIterable, Hashable { case version, findings }

  /// Reads a baseline from its file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isOptional: Whether the file may be missing, in which case the baseline is empty.
  /// - Throws: An `.unreadable` diagnostic if the file cannot be read or is not a baseline.
  package static func load(_ path: String, isOptional: Bool) throws(Diagnostic) -> Baseline {
    var status = stat()
    if isOptional, stat(path, &status) != 0, errno == ENOENT { return Baseline([]) }
    let file: InputFile
    do throws(Diagnostic) {
      file = try InputFile(path: path)
    } catch {
      var diagnostic = error
      diagnostic.hint = "create it with: trema check --update-baseline"
      throw diagnostic
    }
    do throws(Diagnostic) {
      return try decode(try file.contents(limit: 1 << 26), file: path)
    } catch {
      var diagnostic = error
      diagnostic.hint =
        (diagnostic.hint.map { $0 + "; " } ?? "")
        + "correct the baseline, or delete it and create it again with --update-baseline"
      throw diagnostic
    }
  }

  /// Decodes a baseline.
  ///
  /// - Throws: The first problem of the file, with its location.
  static func decode(_ bytes: [UInt8], file: String) throws(Diagnostic) -> Baseline {
    let value = try JSONValue.decode(bytes, file: file)
    var reader = ProjectFileReader()
    let fields = reader.fields(of: value, "a baseline", Field.self)
    reader.require([.version, .findings], in: value, "a baseline", fields)
    var entries: [Entry] = []
    for field in fields {
      switch field.name {
      case .version:
        if let number = reader.positiveInteger(field), number != version {
          throw Diagnostic(
            .error, "invalid-field",
            "unsupported baseline version \(number); the supported version is \(version)",
            at: field.value.location, kind: .unreadable)
        }
      case .findings:
        // The list ends with `null`, so every entry has a trailing comma.
        entries = reader.elements(field).filter { !$0.value.isNull }.compactMap {
          Entry(reading: $0.value, &reader)
        }
      }
    }
    if let problem = reader.problems.first { throw problem }
    return Baseline(entries)
  }
}

extension Baseline.Entry {
  /// The members of an entry.
  enum Field: String, CaseIterable, Hashable { case fingerprint, code, subject, count }

  /// Reads an entry.
  ///
  /// - Returns: `nil` if the entry is invalid. The problems are recorded in the reader.
  fileprivate init?(reading value: JSONValue, _ reader: inout ProjectFileReader) {
    let fields = reader.fields(of: value, "a finding of a baseline", Field.self)
    reader.require(
      [.fingerprint, .code, .subject, .count], in: value, "a finding of a baseline", fields)
    self.init(fingerprint: "", code: "", subject: "", count: 0)
    for field in fields {
      switch field.name {
      case .fingerprint: fingerprint = reader.string(field)?.value ?? ""
      case .code: code = reader.string(field)?.value ?? ""
      case .subject: subject = reader.string(field)?.value ?? ""
      case .count: count = reader.positiveInteger(field) ?? 0
      }
    }
    if fingerprint.isEmpty || count == 0 { return nil }
  }
}
