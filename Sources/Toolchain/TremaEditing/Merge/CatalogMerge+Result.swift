import TremaCatalog
import TremaFormats
import TremaSupport

extension CatalogMerge {
  /// The result; the places in it are those of the side that a thing came from.
  package var catalogue: Catalog {
    var catalogue = frame
    for item in texts { catalogue.texts.append(item.text) }
    return catalogue
  }

  /// ``TremaDecoder/excess(of:)`` of the result.
  package var excess: Diagnostic? {
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
    return languages.count > TremaDecoder.mostLanguages ? TremaDecoder.excess(of: catalogue) : nil
  }

  /// The result in canonical form, in pieces of whole lines.
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
  fileprivate var text: Text {
    switch self {
    case .text(let text): text
    case .view(let view): Text(view)
    }
  }
}
