import TremaCatalog
import TremaDiagnostics

/// A format that texts are read from.
public enum ReadableFormat: String, CaseIterable, Hashable, Sendable {
  case trema

  /// - Throws: at the first thing that keeps the rest from being read; the place is in the file.
  public func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    switch self {
    case .trema: try TremaReading.read(bytes, options)
    }
  }
}
