import TremaCatalog
import TremaFormats
import TremaSupport

extension CatalogMerge {
  /// The merged catalog. The position of each element is its position in the side that it comes
  /// from.
  package var catalog: Catalog {
    var merged = frame
    for item in texts { merged.texts.append(item.text) }
    return merged
  }

  /// The merged catalog's ``TremaDecoder/exceededLimit(of:)`` error, or `nil` if the number of
  /// languages is acceptable.
  package var exceededLimit: Diagnostic? {
    // The languages are counted without decoding texts, because the error is rare.
    var languages: Set<String> = []
    for item in texts {
      switch item {
      case .view(let view):
        for number in 0..<view.valueCount where !languages.contains(view[number].language) {
          languages.insert(view[number].language)
        }
      case .text(let text):
        for index in text.values.indices where !languages.contains(text.values[index].language) {
          languages.insert(text.values[index].language)
        }
      }
    }
    return languages.count > TremaDecoder.maxLanguages
      ? TremaDecoder.exceededLimit(of: catalog) : nil
  }

  /// Encodes the result in canonical form.
  ///
  /// - Parameter write: Receives the bytes in chunks of whole lines.
  /// - Throws: The errors of `write`.
  package func encode<Failure: Error>(
    _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var output: [UInt8] = []
    var encoder = TremaEncoder()
    encoder.begin(frame.header, into: &output)
    for item in texts {
      encoder.append(item.text, into: &output)
      if output.count >= 1 << 16 {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    encoder.end(frame.footer, into: &output)
    try write(output)
  }
}

extension CatalogMerge.Item {
  /// The text, decoded if necessary.
  fileprivate var text: Text {
    switch self {
    case .text(let text): text
    case .view(let view): Text(view)
    }
  }
}
