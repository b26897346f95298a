import TremaEditing
import TremaFormats
import TremaSupport

extension CatalogFormatting {
  /// Rewrites a file in place, or in the mode of the transaction.
  ///
  /// - Returns: whether the canonical form differs from the file.
  /// - Throws: as ``format(_:sortsTexts:write:)``, and when the file cannot be written; it is then
  ///   as it was.
  package static func rewrite(
    _ input: InputFile, options: TremaDecoder.Options, sortsTexts: Bool,
    in transaction: OutputTransaction, progress: ((ReadingProgress) -> Void)? = nil
  ) throws(Diagnostic) -> Bool {
    var decoder = TremaDecoder(file: input.path, options: options, source: input.source())
    let output = transaction.file(input.path, comparedWith: input)
    _ = try format(&decoder, sortsTexts: sortsTexts) { bytes throws(Diagnostic) in
      output.bytes += bytes
      try output.spill()
      progress?(input.progress)
      try transaction.checkSignals()
    }
    return try !transaction.commit().changed.isEmpty
  }
}
