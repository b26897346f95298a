internal import TremaMessages
internal import TremaSupport

/// An entry of a `.stringsdict` file.
///
/// Source: Apple, "Localizing strings that contain plurals", "Creating stringsdict files";
/// `String.variantFittingPresentationWidth(_:)`.
enum PluralEntry {
  struct Mistake: Error, Hashable {
    var reason: String
  }

  /// - Parameter language: of the file.
  /// - Returns: the message, and the format as it stands in the file.
  static func read(
    _ value: ListValue, in language: LanguageTag?
  ) throws(Mistake) -> (message: Message, format: String) {
    try read(value, in: language, depth: 0)
  }

  private static func read(
    _ value: ListValue, in language: LanguageTag?, depth: Int
  ) throws(Mistake) -> (message: Message, format: String) {
    guard depth < 3 else { throw Mistake(reason: "its variants nest too deep") }
    let entry: [TextKey: ListValue]
    switch value {
    case .text(let text): return (try message(VariableFormat(text, []), language), text)
    case .other(let what): throw Mistake(reason: "it is no dictionary but <\(what)>")
    case .dictionary(let dictionary): entry = dictionary
    }
    if let format = entry["NSStringLocalizedFormatKey"] {
      guard case .text(let text) = format else {
        throw Mistake(reason: "NSStringLocalizedFormatKey is not a text")
      }
      return (try message(VariableFormat(text, try variables(entry)), language), text)
    }
    if let rule = entry["NSStringDeviceSpecificRuleType"] {
      return try read(try forDevice(rule), in: language, depth: depth + 1)
    }
    if let rule = entry["NSStringVariableWidthRuleType"] {
      return try read(try widest(rule), in: language, depth: depth + 1)
    }
    throw Mistake(reason: "NSStringLocalizedFormatKey is missing")
  }

  private static func message(
    _ format: VariableFormat, _ language: LanguageTag?
  ) throws(Mistake) -> Message {
    do {
      let message = try format.message(in: language)
      return message.numbered(by: ArgumentNumbers([message]))
    } catch {
      throw Mistake(reason: error.reason)
    }
  }

  private static func variables(
    _ entry: [TextKey: ListValue]
  ) throws(Mistake) -> [VariableFormat.Variable] {
    var variables: [VariableFormat.Variable] = []
    for (name, value) in entry {
      guard case .dictionary(let variable) = value else { continue }
      let rule = variable["NSStringFormatSpecTypeKey"]
      guard rule == nil || rule == .text("NSStringPluralRuleType") else {
        throw Mistake(reason: "the variable '\(name.text)' is of another rule than plural")
      }
      var forms: [PluralCategory: String] = [:]
      for category in PluralCategory.allCases {
        guard let form = variable[TextKey(category.rawValue)] else { continue }
        guard case .text(let text) = form else {
          throw Mistake(
            reason: "the form '\(category.rawValue)' of the variable '\(name.text)' is not a text")
        }
        forms[category] = text
      }
      variables.append(
        VariableFormat.Variable(
          name.text, valueType: variable["NSStringFormatValueTypeKey"]?.text ?? "", forms: forms))
    }
    return variables
  }

  /// The variant for the widest place: nobody here knows how wide the place is.
  private static func widest(_ rule: ListValue) throws(Mistake) -> ListValue {
    let variants = (rule.dictionary ?? [:]).compactMap { key, value in
      Int(key.text).map { (width: $0, value: value) }
    }
    guard let widest = variants.max(by: { $0.width < $1.width }) else {
      throw Mistake(reason: "NSStringVariableWidthRuleType has no variant")
    }
    return widest.value
  }

  private static func forDevice(_ rule: ListValue) throws(Mistake) -> ListValue {
    let variants = rule.dictionary ?? [:]
    let variant = device.flatMap { variants[TextKey($0)] } ?? variants["other"]
    guard let variant else {
      throw Mistake(
        reason: "NSStringDeviceSpecificRuleType has no variant for "
          + (device.map { "'\($0)' and none for 'other'" } ?? "'other'"))
    }
    return variant
  }

  /// What this device is called in a rule; nil for one that has no name there.
  private static let device: String? = {
    #if os(macOS) || targetEnvironment(macCatalyst)
      "mac"
    #elseif os(tvOS)
      "appletv"
    #elseif os(watchOS)
      "applewatch"
    #elseif os(visionOS)
      "applevision"
    #elseif os(iOS)
      appleDevice
    #else
      nil
    #endif
  }()

  #if os(iOS) && !targetEnvironment(macCatalyst)
    /// The names of the models begin with the kind: `iPad13,4`. UIKit would say it too, but on the
    /// main actor alone.
    private static var appleDevice: String {
      var system = utsname()
      uname(&system)
      let machine = withUnsafeBytes(of: system.machine) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let simulated = getenv("SIMULATOR_MODEL_IDENTIFIER").map { String(cString: $0) }
      let model = simulated ?? machine
      if model.hasPrefix("iPad") { return "ipad" }
      return model.hasPrefix("iPod") ? "ipod" : "iphone"
    }
  #endif
}
