import TremaCatalog
import TremaFormats
import TremaSupport

extension CatalogMerge {
  /// The result; the places in it are those of the side that a thing came from.
  package var catalogue: Catalog {
    var states = states
    var catalogue = frame
    for item in texts {
      switch item {
      case .text(let text): catalogue.texts.append(text)
      case .run(let state, let numbers):
        for number in numbers { catalogue.texts.append(states[state].text(number)) }
      }
    }
    return catalogue
  }

  /// ``TremaDecoder/excess(of:)`` of the result.
  package var excess: Diagnostic? {
    // Those of runs are among those of their file.
    var languages = states.reduce(into: Set<String>()) { $0.formUnion($1.languages) }
    for case .text(let text) in texts {
      for index in text.values.indices where !languages.contains(text.values[index].language) {
        languages.insert(text.values[index].language)
      }
    }
    return languages.count > TremaDecoder.mostLanguages ? TremaDecoder.excess(of: catalogue) : nil
  }

  /// The result in canonical form, in pieces of whole lines.
  package func encode<Failure: Error>(
    _ write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var states = states
    var output: [UInt8] = []
    var encoder = TremaEncoder()
    encoder.begin(frame.header, into: &output)
    for item in texts {
      var (state, run) = (0, 0..<0)
      switch item {
      case .text(let text): encoder.append(text, into: &output)
      case .run(let origin, let numbers): (state, run) = (origin, numbers)
      }
      repeat {
        if !run.isEmpty { run = states[state].encode(run, into: &output)..<run.upperBound }
        if output.count >= 1 << 16 {
          try write(output)
          output.removeAll(keepingCapacity: true)
        }
      } while !run.isEmpty
    }
    encoder.end(frame.footer, into: &output)
    try write(output)
  }
}
