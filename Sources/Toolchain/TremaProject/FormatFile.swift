import TremaEditing
import TremaFormats
import TremaSupport

extension CatalogFormatting {
  /// Formats a file in place, or as the transaction's mode requires.
  ///
  /// - Parameters:
  ///   - input: The file to format.
  ///   - options: The options for decoding the file.
  ///   - sortsTexts: Whether to sort texts by key.
  ///   - transaction: The transaction that receives the output. It is committed.
  ///   - progress: A closure that is called after each chunk.
  /// - Returns: Whether the canonical form differs from the file.
  /// - Throws: The errors of ``format(_:sortsTexts:write:)``, or a diagnostic if the file cannot be
  ///   written. In both cases, the file is not changed.
  package static func rewrite(
    _ input: InputFile, options: TremaDecoder.Options, sortsTexts: Bool,
    in transaction: OutputTransaction, progress: ((ReadingProgress) -> Void)? = nil
  ) throws(Diagnostic) -> Bool {
    var decoder = TremaDecoder(file: input.path, options: options, source: input.source())
    let output = transaction.file(input.path, comparedWith: input)
    _ = try format(&decoder, sortsTexts: sortsTexts) { bytes throws(Diagnostic) in
      output.bytes += bytes
      try output.flushIfNeeded()
      progress?(input.progress)
      try transaction.checkSignals()
    }
    return try !transaction.commit().changed.isEmpty
  }
}
