import Testing
import TremaAccessors
import TremaCatalog
import TremaSupport

/// A catalogue built in code, its expected file and calls into that file.
struct Fixture: Sendable, CustomTestStringConvertible {
  /// The golden file's name without its extension.
  var name: String
  var options: SwiftAccessors.Options
  var masterLanguage = "de"
  var texts: [Text]
  /// Swift expressions and their expected strings: see `Toolchain.runtime`.
  var calls: [(expression: String, result: String)]

  var testDescription: String { name }

  func generate() -> (source: String, diagnostics: [Diagnostic]) {
    TremaAccessorsTests.generate(texts, options: options, masterLanguage: masterLanguage)
  }
}

func generate(
  _ texts: [Text], options: SwiftAccessors.Options = .init(), masterLanguage: String = "de"
) -> (source: String, diagnostics: [Diagnostic]) {
  var accessors = SwiftAccessors(options: options, masterLanguage: masterLanguage)
  var output: [UInt8] = []
  var diagnostics: [Diagnostic] = []
  accessors.begin(into: &output)
  for text in texts {
    diagnostics += accessors.append(
      TextBatch.view(of: text), annotations: Annotations(text.context), into: &output)
  }
  accessors.end(into: &output)
  return (String(decoding: output, as: UTF8.self), diagnostics)
}

extension Text {
  /// A text with its values by language, in this order.
  init(_ key: String, _ context: String? = nil, _ values: KeyValuePairs<String, String>) {
    self.init(
      key: key, context: context.map { Context($0) },
      values: values.map { Value(language: $0.key, source: $0.value) }, file: "Texts.trm")
  }
}
