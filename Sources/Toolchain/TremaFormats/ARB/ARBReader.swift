import TremaCatalog
import TremaJSON
import TremaMessages
import TremaSupport

/// A reader for Flutter's Application Resource Bundles. A file has one language, all of its
/// resources are ICU messages, and a resource's attributes are in the member whose name is `@` and
/// the key.
///
/// See `Documentation/Formats/ARB.md`.
struct ARBReader {
  private let options: ReadingOptions
  /// The canonical language tag, or the given string if it is not a valid tag.
  private let language: String
  /// The positions of escape sequences, used to locate issues in texts.
  private let escapePositions: JSONStringLocations
  /// The metadata by the UTF-8 bytes of the key, because `String` treats canonically equivalent
  /// keys as equal.
  private var metadata: [[UInt8]: JSONObject.Member] = [:]
  /// The texts and findings so far.
  private var reading: FormatReading

  /// Reads a whole file.
  ///
  /// - Throws: A diagnostic if the file is not JSON, its root is not an object, or its language is
  ///   unknown.
  static func read(
    _ bytes: [UInt8], _ options: ReadingOptions
  ) throws(Diagnostic) -> FormatReading {
    let document = try JSONValue.decode(bytes, file: options.file)
    guard let root = document.object else {
      throw .unexpectedDocument(
        document, "an Application Resource Bundle", at: document.location)
    }
    guard let language = root["@@locale"]?.string ?? options.language else {
      throw .missingLanguage(of: options.file)
    }
    var reader = ARBReader(
      options: options, language: LanguageTag(language)?.description ?? language,
      escapePositions: JSONStringLocations(bytes))
    reader.read(root)
    return reader.reading
  }

  private init(options: ReadingOptions, language: String, escapePositions: JSONStringLocations) {
    self.options = options
    reading = FormatReading(options)
    self.language = language
    self.escapePositions = escapePositions
  }

  /// Reads all members. The metadata is collected first, because it may follow its text.
  private mutating func read(_ root: JSONObject) {
    for member in root.members where Self.isMetadata(member.name) {
      metadata[Array(member.name.utf8.dropFirst())] = member
    }
    for member in root.members {
      if member.name.equalsExactly("@@locale") {
        if member.value.string == nil { unexpected(member.value, "a string", of: member.name) }
      } else if member.name.utf8.starts(with: "@@".utf8) {
        reading.losses.note(
          .unknownField, key: member.name, at: member.nameLocation, named: member.name)
      } else if !Self.isMetadata(member.name) {
        read(member)
      }
    }
    // Translation tools keep the metadata of untranslated texts.
    for member in root.members where Self.isMetadata(member.name) {
      if metadata[Array(member.name.utf8.dropFirst())] != nil {
        reading.losses.note(
          .unknownField, key: member.name, at: member.nameLocation, named: member.name)
      }
    }
  }

  /// Returns whether a member is a text's metadata, whose name starts with a single `@`.
  private static func isMetadata(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "@") && !name.utf8.starts(with: "@@".utf8)
  }

  /// Reads a text. An invalid text is reported and has no value.
  private mutating func read(_ member: JSONObject.Member) {
    let key = member.name
    let position = member.nameLocation?.start ?? .start
    var annotations = Annotations("")
    let signature = signature(of: key, &annotations)
    var values: [Value] = []
    if let string = member.value.string, let location = member.value.location {
      // Apostrophes quote text only in projects that enable `use-escaping`.
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
            at: location.start ?? position))
      } else if let issue, case .invalid(let reason) = issue.kind {
        reading.findings.addInvalidMessage(
          reason, key: key, at: escapePositions.location(of: issue.range, in: location))
      }
    } else {
      unexpected(member.value, "a string", of: key)
    }
    reading.texts.append(
      Text(key: key, annotations: annotations, values: values, options: options, at: position))
  }

  /// Returns the arguments of a text.
  ///
  /// - Parameters:
  ///   - key: The key of the text.
  ///   - annotations: The annotations of the text, which are read from the description and from
  ///     the fields of ``ARBField``.
  /// - Returns: The arguments that the file declares, numbered as in the original, or, if there are
  ///   none, the original's arguments.
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
    // The fields can be in any order, and only the description can contain prose.
    var (description, selection) = ("", "")
    for field in fields.members {
      switch (field.name, field.value.content) {
      case ("description", .string(let text)): description = text
      case (ARBField.tags, .string(let list)): selection += "\n@tags \(list)"
      case (ARBField.platforms, .string(let list)): selection += "\n@platforms \(list)"
      case ("placeholders", .object(let placeholders)):
        signature = ArgumentSignature(placeholders) { unknown in
          reading.losses.note(
            .unknownField, key: key, at: unknown.nameLocation, named: unknown.name)
        }
      // The ARB specification defines this field, but no other type exists.
      case ("type", .string("text")): break
      default:
        reading.losses.note(.unknownField, key: key, at: field.nameLocation, named: field.name)
      }
    }
    annotations = Annotations(description + selection)
    guard let signature else { return original ?? ArgumentSignature() }
    return original.map(signature.numbered) ?? signature
  }

  /// Adds the argument names to the annotations, except default names such as `arg1` and names that
  /// have the same number in the message itself.
  private func note(
    _ names: [(number: Int, name: String)], of message: Message, _ signature: ArgumentSignature,
    in annotations: inout Annotations
  ) {
    var parameters = signature.parameters
    for (number, name) in names where parameters[number]?.name != name {
      parameters[number] = Annotations.Parameter(name)
    }
    let numbers = ArgumentNumbers([message])
    for (number, parameter) in parameters
    where !parameter.documentation.isEmpty
      || parameter.name != "arg\(number)" && numbers[parameter.name] != number
    {
      annotations.parameters[number] = parameter
    }
  }

  /// Reports a value of the wrong type.
  ///
  /// - Parameter expected: The expected type, with its article.
  private mutating func unexpected(_ value: JSONValue, _ expected: String, of subject: String) {
    reading.findings.addUnexpected(value, wanted: expected, of: subject)
  }
}
