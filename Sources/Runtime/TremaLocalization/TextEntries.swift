internal import TremaMessages
internal import TremaSupport

/// The entries of a text file, numbered from 0, with access by key.
protocol TextEntries: Sendable {
  /// The number of entries.
  var count: Int { get }

  /// Returns the number of the entry with a key.
  ///
  /// - Parameter key: The key, which is compared byte for byte.
  /// - Returns: The number, or `nil` if there is no entry.
  func number(of key: String) -> Int?

  /// Returns a text that contains neither arguments nor percent signs. Most texts are like this.
  ///
  /// - Parameters:
  ///   - key: The key, which is compared byte for byte.
  ///   - copy: The number of the replica, or 0 for the original text; see `ReplicaSelector`.
  /// - Returns: The text, or `nil` if the entry is missing or must be read with `read(_:report:)`.
  func plainText(of key: String, copy: Int) -> String?

  /// Reads an entry.
  ///
  /// - Parameter report: Called with the reason if the entry or a part of it cannot be used.
  /// - Returns: The text as in the file, and its message with numbered arguments, or `nil` if the
  ///   entry is empty or malformed.
  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)?
}

/// The entries of a `.strings` and a `.stringsdict` file. The `.stringsdict` file takes precedence.
struct ParsedTexts: TextEntries {
  private let index: TextIndex
  /// The texts by number. Texts without arguments come first. If a key has only a plural, its text
  /// is empty.
  private let texts: [String]
  /// The plurals by number.
  private let plurals: [Int: PropertyListValue]
  /// The language of the texts.
  private let language: LanguageTag?

  /// Creates entries from the contents of both files.
  ///
  /// - Parameters:
  ///   - texts: The content of the `.strings` file.
  ///   - plurals: The content of the `.stringsdict` file.
  ///   - language: The language of the texts, which determines the plural categories.
  init(_ texts: [TextKey: String], plurals: [TextKey: PropertyListValue], language: LanguageTag?) {
    var keys: [String] = []
    var listed: [String] = []
    keys.reserveCapacity(texts.count + plurals.count)
    listed.reserveCapacity(texts.count + plurals.count)
    // An empty text is treated as missing.
    var others: [(key: String, text: String)] = []
    for (key, text) in texts where !text.isEmpty || plurals[key] != nil {
      if Self.mayTakeArguments(text) || plurals[key] != nil {
        others.append((key.text, text))
      } else {
        keys.append(key.text)
        listed.append(text)
      }
    }
    let plain = listed
    for key in plurals.keys where texts[key] == nil { others.append((key.text, "")) }
    keys += others.map(\.key)
    listed += others.map(\.text)
    index = TextIndex(keys, texts: plain)
    var numbered: [Int: PropertyListValue] = [:]
    for number in plain.count..<keys.count {
      if let plural = plurals[TextKey(keys[number])] { numbered[number] = plural }
    }
    self.texts = listed
    self.plurals = numbered
    self.language = language
  }

  /// Returns whether a text contains a character that starts a placeholder.
  private static func mayTakeArguments(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "{") }
  }

  var count: Int { texts.count }

  func number(of key: String) -> Int? { index.number(of: key) }

  func plainText(of key: String, copy: Int) -> String? {
    copy == 0 ? index.text(of: key) : index.text(of: key, copy: copy)
  }

  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)? {
    if let plural = plurals[number] {
      do {
        let (message, format) = try PluralEntry.read(plural, in: language)
        if !message.isEmpty { return (format, message) }
      } catch {
        report(error.reason)
      }
    }
    let text = texts[number]
    if text.isEmpty { return nil }
    // The file reader has already resolved backslash escapes.
    let parsed = Message.parse(text, backslash: .literal).message
    return (text, parsed.numbered(by: ArgumentNumbers([parsed])))
  }
}

/// An entry of a `.stringsdict` file.
///
/// See Apple, "Localizing strings that contain plurals", "Creating stringsdict files", and
/// `String.variantFittingPresentationWidth(_:)`.
enum PluralEntry {
  /// An error in the entry.
  struct Problem: Error, Hashable {
    var reason: String
  }

  /// Reads an entry.
  ///
  /// - Parameters:
  ///   - value: The entry's value.
  ///   - language: The file's language.
  /// - Returns: The message, and the format as in the file.
  static func read(
    _ value: PropertyListValue, in language: LanguageTag?
  ) throws(Problem) -> (message: Message, format: String) {
    try read(value, in: language, depth: 0)
  }

  /// Reads an entry or one of its variants, which may be nested up to three levels deep.
  private static func read(
    _ value: PropertyListValue, in language: LanguageTag?, depth: Int
  ) throws(Problem) -> (message: Message, format: String) {
    guard depth < 3 else { throw Problem(reason: "its variants are nested too deeply") }
    let entry: [TextKey: PropertyListValue]
    switch value {
    case .text(let text): return (try message(VariableFormat(text, []), language), text)
    case .other(let name): throw Problem(reason: "expected a dictionary, found <\(name)>")
    case .dictionary(let dictionary): entry = dictionary
    }
    if let format = entry["NSStringLocalizedFormatKey"] {
      guard case .text(let text) = format else {
        throw Problem(reason: "NSStringLocalizedFormatKey is not a text")
      }
      return (try message(VariableFormat(text, try variables(entry)), language), text)
    }
    if let rule = entry["NSStringDeviceSpecificRuleType"] {
      return try read(try forDevice(rule), in: language, depth: depth + 1)
    }
    if let rule = entry["NSStringVariableWidthRuleType"] {
      return try read(try widest(rule), in: language, depth: depth + 1)
    }
    throw Problem(reason: "NSStringLocalizedFormatKey is missing")
  }

  /// Returns the message of a format, with numbered arguments.
  private static func message(
    _ format: VariableFormat, _ language: LanguageTag?
  ) throws(Problem) -> Message {
    do {
      let message = try format.message(in: language)
      return message.numbered(by: ArgumentNumbers([message]))
    } catch {
      throw Problem(reason: error.reason)
    }
  }

  /// Returns an entry's variables. Values that are not dictionaries are ignored.
  private static func variables(
    _ entry: [TextKey: PropertyListValue]
  ) throws(Problem) -> [VariableFormat.Variable] {
    var variables: [VariableFormat.Variable] = []
    for (name, value) in entry {
      guard case .dictionary(let variable) = value else { continue }
      let rule = variable["NSStringFormatSpecTypeKey"]
      guard rule == nil || rule == .text("NSStringPluralRuleType") else {
        throw Problem(
          reason: "the variable '\(name.text)' has a rule other than NSStringPluralRuleType")
      }
      var forms: [PluralCategory: String] = [:]
      for category in PluralCategory.allCases {
        guard let form = variable[TextKey(category.rawValue)] else { continue }
        guard case .text(let text) = form else {
          throw Problem(
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

  /// Returns the variant for the largest width. The available width is unknown.
  private static func widest(_ rule: PropertyListValue) throws(Problem) -> PropertyListValue {
    let variants = (rule.dictionary ?? [:]).compactMap { key, value in
      Int(key.text).map { (width: $0, value: value) }
    }
    guard let widest = variants.max(by: { $0.width < $1.width }) else {
      throw Problem(reason: "NSStringVariableWidthRuleType has no variant")
    }
    return widest.value
  }

  /// Returns the variant for this kind of device, or the `other` variant.
  private static func forDevice(_ rule: PropertyListValue) throws(Problem) -> PropertyListValue {
    let variants = rule.dictionary ?? [:]
    let variant = device.flatMap { variants[TextKey($0)] } ?? variants["other"]
    guard let variant else {
      throw Problem(
        reason: "NSStringDeviceSpecificRuleType has no variant for "
          + (device.map { "'\($0)' or 'other'" } ?? "'other'"))
    }
    return variant
  }

  /// The name of this kind of device in a rule, or `nil` if rules have no name for it.
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
    /// The kind of iOS device, from the prefix of the model name, such as `iPad13,4`. UIKit also
    /// provides it, but only on the main actor.
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
