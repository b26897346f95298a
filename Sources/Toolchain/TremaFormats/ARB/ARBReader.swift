import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// Reads an Application Resource Bundle, as Flutter has them: one language a file, all texts ICU
/// messages, what is known of a text beside it under `@` and its key.
///
/// Source: see `Documentation/Formats/ARB.md`.
struct ARBReader {
  private let options: ReadingOptions
  private let language: String
  private let places: JSONStringPlaces
  /// The metadata by the bytes of the key, as Swift takes different spellings of a letter for one string.
  private var metadata: [[UInt8]: JSONObject.Member] = [:]
  private var reading: FormatReading

  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let document = try JSONValue.decode(bytes, file: options.file)
    guard let root = document.object else {
      throw .wrongDocument("Application Resource Bundle", at: document.location)
    }
    guard let language = root["@@locale"]?.string ?? options.language else {
      throw .missingLanguage(of: options.file)
    }
    var reader = ARBReader(
      options: options, language: LanguageTag(language)?.description ?? language,
      places: JSONStringPlaces(bytes))
    reader.read(root)
    return reader.reading
  }

  private init(options: ReadingOptions, language: String, places: JSONStringPlaces) {
    self.options = options
    reading = FormatReading(options)
    self.language = language
    self.places = places
  }

  private mutating func read(_ root: JSONObject) {
    for member in root.members where Self.isMetadata(member.name) {
      metadata[Array(member.name.utf8.dropFirst())] = member
    }
    for member in root.members {
      if member.name.isExactly("@@locale") {
        if member.value.string == nil { unexpected(member.value, "a string", of: member.name) }
      } else if member.name.utf8.starts(with: "@@".utf8) {
        reading.losses.note(
          .unknownField, key: member.name, at: member.nameLocation, named: member.name)
      } else if !Self.isMetadata(member.name) {
        read(member)
      }
    }
    // Tools that translate keep what they know of texts that are not translated yet.
    for member in root.members where Self.isMetadata(member.name) {
      if metadata[Array(member.name.utf8.dropFirst())] != nil {
        reading.losses.note(
          .unknownField, key: member.name, at: member.nameLocation, named: member.name)
      }
    }
  }

  private static func isMetadata(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "@") && !name.utf8.starts(with: "@@".utf8)
  }

  private mutating func read(_ member: JSONObject.Member) {
    let key = member.name
    let place = member.nameLocation?.start ?? .start
    var annotations = Annotations("")
    let signature = signature(of: key, &annotations)
    var values: [Value] = []
    if let string = member.value.string, let location = member.value.location {
      let (message, issue) =
        options.usesARBEscaping ? Message.parseICU(string) : ARBQuoting.message(string)
      if let message, message.hasTooManyArguments {
        reading.findings.addTooManyArguments(key: key, at: location)
      } else if let message {
        if issue != nil { reading.losses.note(.argumentStyle, key: key, at: location) }
        let (converted, names) = signature.applied(to: message) {
          reading.losses.note(.argumentStyle, key: key, at: location)
        } unknown: { name, placeholder in
          reading.findings.addUnknownArgument(name, placeholder, key: key, at: location)
        }
        note(names, of: converted, signature, in: &annotations)
        values.append(
          Value(
            language: language, message: converted, options: options,
            at: location.start ?? place))
      } else if let issue, case .invalid(let reason) = issue.kind {
        reading.findings.addInvalidMessage(
          reason, key: key, at: places.location(of: issue.range, in: location))
      }
    } else {
      unexpected(member.value, "a string", of: key)
    }
    reading.texts.append(
      Text(key: key, annotations: annotations, values: values, options: options, at: place))
  }

  private mutating func signature(
    of key: String, _ annotations: inout Annotations
  ) -> ArgumentSignature {
    let original = options.originals[ExactKey(key)].map { text in
      ArgumentSignature(text, master: options.masterLanguage)
    }
    guard let member = metadata.removeValue(forKey: Array(key.utf8)) else {
      return original ?? ArgumentSignature()
    }
    guard let fields = member.value.object else {
      unexpected(member.value, "an object", of: member.name)
      return original ?? ArgumentSignature()
    }
    var signature: ArgumentSignature?
    for field in fields.members {
      switch (field.name, field.value.content) {
      case ("description", .string(let text)): annotations = Annotations(text)
      case ("placeholders", .object(let placeholders)):
        signature = ArgumentSignature(placeholders) { unknown in
          reading.losses.note(
            .unknownField, key: key, at: unknown.nameLocation, named: unknown.name)
        }
      // Of the ARB specification; there is nothing else than text.
      case ("type", .string("text")): break
      default:
        reading.losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
      }
    }
    guard let signature else { return original ?? ArgumentSignature() }
    return original.map(signature.numbered) ?? signature
  }

  /// Writes down what arguments are called, but for `arg1`, as an argument without a name is called,
  /// and for names that the message itself shows and numbers so.
  private func note(
    _ names: [(number: Int, name: String)], of message: Message, _ signature: ArgumentSignature,
    in annotations: inout Annotations
  ) {
    var parameters = signature.parameters
    for (number, name) in names where parameters[number]?.name != name {
      parameters[number] = Annotations.Parameter(name)
    }
    let shown = ArgumentNumbers([message])
    for (number, parameter) in parameters
    where !parameter.documentation.isEmpty
      || parameter.name != "arg\(number)" && shown[parameter.name] != number
    {
      annotations.parameters[number] = parameter
    }
  }

  private mutating func unexpected(_ value: JSONValue, _ wanted: String, of subject: String) {
    reading.findings.addUnexpected(value, wanted: wanted, of: subject)
  }
}
