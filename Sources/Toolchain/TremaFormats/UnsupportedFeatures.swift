import TremaCatalog
import TremaSupport

/// A property of a text that a format may not support.
package enum Feature: String, CaseIterable, Hashable, Sendable {
  case status, context, parameters, maximumLength, ignoredChecks, translatable, array
  /// Plurals. Formats without plurals receive the text as an ICU message.
  case plural
  /// Selects. Formats without selects receive the text as an ICU message.
  case select
  /// Child elements of a value, such as bold text or links.
  case markup
  /// Different texts for different devices or widths.
  case variation
  /// The origin of a text in an Apple catalog: `extractionState`.
  case extractionState
  /// A field without an equivalent in trema.
  case unknownField
  /// The style of a date, time or number outside a plural or select.
  case argumentStyle
  /// A value that refers to another text: `@string/app_name`.
  case reference
  /// The tags of a text with `@markup`.
  case tags
  /// A plural form for a single number, in addition to the forms for categories.
  case exactNumber
  /// An Android `string-array` or a JSON array without items.
  case emptyArray
  /// A JSON array of objects or arrays.
  case nestedArray
  /// A dot or hyphen in the name of an Android resource, which is written as an underscore.
  case resourceName
  /// An ICU message that the app formats itself. A plural in it is written as a platform plural.
  case appMessage
  /// A conversion that is spelled differently on the platform it was read from, such as `%s` on
  /// Apple platforms.
  case conversion
  /// A state without an equivalent status, or a state that differs between the parts of a value.
  case state
  /// The `msgctxt` of a gettext message in addition to its `msgid`.
  case messageContext
  /// The groups of a text: `@tags`.
  case textTags
  /// The platforms of a text.
  case textPlatforms
  /// The part of a file in which a text is.
  case section
  /// A different wording on one platform: `@variant-of`.
  case variant

  /// A description of the lost feature, as the object of "cannot express".
  package var lossDescription: String {
    switch self {
    case .status: "the status of a translation"
    case .context: "the context of a text"
    case .parameters: "the names of arguments"
    case .maximumLength: "the maximum length of a text"
    case .ignoredChecks: "the ignored checks of a text"
    case .translatable: "whether a text is translatable"
    case .array: "which texts form an array"
    case .plural: "a plural, which becomes an ICU message"
    case .select: "a select, which becomes an ICU message"
    case .markup: "the markup of a text"
    case .variation: "a text that depends on the device or its width"
    case .extractionState: "the extraction state of a text"
    case .unknownField: "an unknown field"
    case .argumentStyle: "the style of an argument"
    case .reference: "a reference to another text, which is replaced by that text"
    case .tags: "the markup of a text, which is converted to plain text"
    case .exactNumber:
      "a plural form for a single number, which is replaced with the form of its category"
    case .emptyArray: "an array without items"
    case .nestedArray:
      "an array of objects or arrays, which becomes an object with the names '0', '1', …"
    case .appMessage:
      "an ICU message that the app formats itself; its plural becomes a plural of the platform"
    case .conversion: "the spelling of a placeholder: '%s' and '%S' become '%@', '%Id' becomes '%d'"
    case .messageContext:
      "a 'msgctxt' in addition to the 'msgid'; the key becomes 'msgctxt|msgid', which is written "
        + "as the 'msgctxt'"
    case .state:
      "the exact state of a translation, or a state for each form; it becomes the nearest status, "
        + "or the least advanced one"
    case .textTags: "the tags of a text"
    case .textPlatforms: "the platforms of a text"
    case .section: "the section of a text"
    case .variant: "the variant of a text for a platform"
    case .resourceName:
      "a dot or hyphen in a resource name, which becomes '_'; '@string/…' has the original name"
    }
  }

  /// Whether losing the feature changes the texts that an app displays.
  package var changesMeaning: Bool {
    switch self {
    case .plural, .select, .markup, .tags, .variation, .variant, .argumentStyle, .exactNumber,
      .emptyArray, .nestedArray, .resourceName, .conversion, .appMessage, .messageContext:
      true
    case .status, .context, .parameters, .maximumLength, .ignoredChecks, .translatable, .array,
      .extractionState, .unknownField, .reference, .state, .textTags, .textPlatforms,
      .section:
      false
    }
  }
}

/// The features that a format could not represent, each with the number of affected texts and the
/// first location.
package struct UnsupportedFeatures: Hashable, Sendable {
  /// The occurrences of one feature.
  package struct Loss: Hashable, Sendable {
    /// The number of texts.
    package var count = 0
    /// The key of the first text.
    package var key: String
    /// The key of the last text. It prevents a text with several values from being counted twice.
    fileprivate var last: String?
    /// The location in the first text, if it is known.
    package var location: SourceLocation?
    /// The name of the feature in the file.
    package var name: String?
    /// Whether the file has several names for the feature.
    fileprivate var hasSeveralNames = false

    /// Returns whether the last text has a key. Keys are compared byte for byte because canonically
    /// equivalent keys are different keys.
    fileprivate func ends(with key: String) -> Bool {
      last?.utf8.elementsEqual(key.utf8) ?? false
    }
  }

  /// The losses by feature.
  package private(set) var losses: [Feature: Loss] = [:]

  package init() {}

  package var isEmpty: Bool { losses.isEmpty }

  package subscript(feature: Feature) -> Loss? { losses[feature] }

  /// Adds an occurrence of a lost feature.
  ///
  ///   - - Parameter location: The location of the feature, if it is known.
  package mutating func note(
    _ feature: Feature, key: String, at location: SourceLocation?, named name: String? = nil
  ) {
    var loss = losses[feature] ?? Loss(key: key, location: location, name: name)
    if let name, loss.name != name { loss.hasSeveralNames = true }
    if !loss.ends(with: key) { loss.count += 1 }
    loss.last = key
    losses[feature] = loss
  }

  /// Returns the description of the lost feature, as the object of "cannot express", with its name
  /// in the file.
  package func lossDescription(_ feature: Feature) -> String {
    guard let loss = losses[feature], let name = loss.name else { return feature.lossDescription }
    return
      "\(feature.lossDescription) ('\(name.shortened)'\(loss.hasSeveralNames ? " and others" : ""))"
  }

  /// Adds the losses of the texts that follow. A text with values in both lists is counted once.
  package mutating func merge(_ other: UnsupportedFeatures) {
    for (feature, loss) in other.losses {
      var merged = losses[feature] ?? Loss(key: loss.key, location: loss.location, name: loss.name)
      merged.count += loss.count - (merged.ends(with: loss.key) ? 1 : 0)
      merged.last = loss.last
      merged.hasSeveralNames =
        merged.hasSeveralNames || loss.hasSeveralNames || merged.name != loss.name
      losses[feature] = merged
    }
  }

  /// The losses that change the texts that an app displays.
  package var meaningChanges: UnsupportedFeatures {
    var losses = self
    losses.losses = self.losses.filter(\.key.changesMeaning)
    return losses
  }

  /// Returns the losses as notes: one note for each feature that changes the texts of an app, with
  /// its first location, and one note for all other features.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of the message, such as "strings cannot express".
  ///   - format: The name of the format that is read or written.
  package func diagnostics(_ prefix: String, of format: String) -> [Diagnostic] {
    let kinds = Feature.allCases.filter { losses[$0] != nil }
    var diagnostics = kinds.filter(\.changesMeaning).compactMap { feature in
      losses[feature].map { loss in
        Diagnostic(
          .note, "loss", "\(prefix) \(lossDescription(feature)): \(Self.texts(loss))",
          at: loss.location,
          subject: "\(format) \(feature.rawValue)")
      }
    }
    let others = kinds.filter { !$0.changesMeaning }.compactMap { feature in
      losses[feature].map { "\(lossDescription(feature)) (\(Self.texts($0)))" }
    }
    if !others.isEmpty {
      diagnostics.append(
        Diagnostic(.note, "loss", "\(prefix) \(others.joined(separator: ", "))", subject: format))
    }
    return diagnostics
  }

  /// Returns the first key and the number of other texts, for messages.
  private static func texts(_ loss: Loss) -> String {
    loss.count == 1 ? "'\(loss.key)'" : "'\(loss.key)' and \(loss.count - 1) more"
  }
}

extension Feature {
  /// Returns the features of a text, apart from the features of its messages, which the writers
  /// check.
  ///
  /// - Parameter outline: The properties that the languages of the text share.
  package static func features(of text: TextView, _ outline: TextOutline) -> Features {
    var features: Features = []
    var (hasStatus, hasMarkup) = (false, false)
    for number in 0..<text.valueCount {
      if !text[number].isTranslated { hasStatus = true }
      if text[number].hasMarkup { hasMarkup = true }
    }
    if hasStatus { features.insert(.status) }
    if hasMarkup { features.insert(.markup) }
    // Most texts have no context, so nothing below applies to them.
    if outline.isUndocumented { return features }
    let annotations = outline.annotations
    if !annotations.prose.isEmpty { features.insert(.context) }
    if !annotations.parameters.isEmpty || !outline.numbers.isEmpty {
      features.insert(.parameters)
    }
    if annotations.maximumLength != nil { features.insert(.maximumLength) }
    if !annotations.ignored.isEmpty { features.insert(.ignoredChecks) }
    if !annotations.tags.isEmpty { features.insert(.textTags) }
    if !annotations.platforms.isEmpty { features.insert(.textPlatforms) }
    if !annotations.isTranslatable { features.insert(.translatable) }
    if annotations.isArray { features.insert(.array) }
    if annotations.isMarkup { features.insert(.tags) }
    if annotations.isReference { features.insert(.reference) }
    if annotations.isVariation { features.insert(.variation) }
    return features
  }
}
