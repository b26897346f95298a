import TremaCatalog
import TremaSupport

/// Finds arrays from which an output leaves out an element that other elements follow. The array
/// ends there, and the following elements become separate texts.
struct SlicedArrays {
  /// An element that an output leaves out.
  private struct Element {
    let key: String
    let location: SourceLocation
    /// Whether it has been reported.
    var isReported = false
  }

  /// The outputs whose formats have arrays, with their descriptions in messages, by their index in
  /// the conversion.
  private let outputs: [(index: Int, description: String)]
  /// The current array.
  private var sequence = ArraySequence()
  /// The first element of the current array that an output leaves out, by output.
  private var omitted: [Int: Element] = [:]

  /// Creates the search.
  ///
  /// - Parameter outputs: The outputs of the conversion, which are identified by index.
  init(_ outputs: [ConversionOutput]) {
    self.outputs = outputs.enumerated().filter { $0.element.hasArrays }
      .map { ($0.offset, "the '\($0.element.formatName)' output '\($0.element.directory)'") }
  }

  /// Examines the next text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - annotations: The annotations of its context.
  ///   - selected: The indices of the outputs that contain the text, or `nil` for all outputs.
  /// - Returns: The findings, one for each array and output.
  mutating func examine(
    _ text: TextView, _ annotations: Annotations, in selected: Set<Int>?
  ) -> [Diagnostic] {
    guard annotations.isArray, let item = sequence.next(text.key, annotations) else {
      sequence.reset()
      return []
    }
    if item.index == 0 { omitted = [:] }
    var found: [Diagnostic] = []
    for (index, description) in outputs {
      if !(selected?.contains(index) ?? true) {
        omitted[index] =
          omitted[index] ?? Element(key: text.key, location: text.location(text.position))
      } else if let element = omitted[index], !element.isReported {
        omitted[index]?.isReported = true
        found.append(.brokenArray(element.key, in: description, before: text.key, element.location))
      }
    }
    return found
  }
}

extension ConversionOutput {
  /// Whether the output for an app contains arrays.
  fileprivate var hasArrays: Bool {
    switch kind {
    case .swift, .kotlin: true
    case .resources(let format):
      !includesDrafts && format.supportedFeatures(jsonStyle).contains(.array)
    case .catalog, .listing, .localeConfig: false
    }
  }
}

extension Diagnostic {
  /// Returns the warning about an element that an output leaves out of an array.
  ///
  /// - Parameters:
  ///   - key: The key of the element.
  ///   - output: The description of the output.
  ///   - next: The key of a later element that the output contains.
  ///   - location: The location of the element.
  fileprivate static func brokenArray(
    _ key: String, in output: String, before next: String, _ location: SourceLocation
  ) -> Self {
    var diagnostic = Diagnostic(
      .warning, "broken-array",
      "\(output) does not contain the array element '\(key.shortened)', but contains "
        + "'\(next.shortened)'",
      at: location, hint: "include the element in the output, or leave out all elements after it",
      subject: "\(key.shortenedField) \(output)")
    diagnostic.key = key
    return diagnostic
  }
}
