import TremaCatalog
import TremaMessages
import TremaSupport

extension AndroidReader {
  /// Appends the texts of a resource. The items of the array `name` have the keys `name.0`,
  /// `name.1`, ...
  mutating func append(_ resource: AndroidResource) {
    if resource.hasOtherAttributes {
      reading.losses.note(.unknownField, key: resource.name, at: location(resource.namePosition))
    }
    if resource.name.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) {
      reading.losses.note(.resourceName, key: resource.name, at: location(resource.namePosition))
    }
    switch resource.content {
    case .string(let leaf):
      let message = message(leaf, isFormatted: resource.isFormatted, key: resource.name)
      checkNumbers(of: message, leaf, resource)
      if message.hasBranches {
        reading.losses.note(.appMessage, key: resource.name, at: location(resource.namePosition))
      }
      append(resource.name, message, [leaf], resource, isArray: false)
    case .plurals(let items): appendPlurals(items, resource)
    // An array without items has no texts to import.
    case .array(let items):
      if items.isEmpty {
        reading.losses.note(.emptyArray, key: resource.name, at: location(resource.namePosition))
      }
      reportMissingItems(of: resource, items.count)
      for (index, item) in items.enumerated() {
        let key = "\(resource.name).\(index)"
        let message = message(item, isFormatted: resource.isFormatted, key: key)
        append(
          key, message, [item], resource, isArray: true, comments: index == 0 ? nil : [])
      }
    }
  }

  /// Reports an array that is shorter than its original. Apps get only the array of their language,
  /// without the missing items.
  private mutating func reportMissingItems(of resource: AndroidResource, _ count: Int) {
    func isItem(_ index: Int) -> Bool {
      // Originals without a value in the master language are ignored.
      options.originals[ExactKey("\(resource.name).\(index)")].map { text in
        options.masterLanguage.map { text.index(ofLanguage: $0) != nil } ?? true
          && Annotations(text.context).isArray
      } ?? false
    }
    guard count > 0, isItem(count) else { return }
    var total = count + 1
    while isItem(total) { total += 1 }
    report(
      .warning, "short-array",
      "'\(resource.name.shortened)' has \(count) of the original's \(total) items",
      at: resource.namePosition,
      hint: "translate the missing items; an app that reads one of them by its index would crash",
      subject: resource.name)
  }

  /// Appends a text. If its key already exists, reports it instead.
  ///
  /// - Parameters:
  ///   - leaves: The items that the message is made from; at least one.
  ///   - isArray: Whether the text is an item of an array.
  ///   - comments: The comments, or `nil` for the comments of the resource.
  mutating func append(
    _ key: String, _ message: Message, _ leaves: [AndroidLeaf], _ resource: AndroidResource,
    isArray: Bool, comments: [String]? = nil
  ) {
    // The items of an array have their own positions; the forms of a plural share the position of
    // the resource.
    let position = isArray ? leaves[0].tagPosition : resource.namePosition
    if let first = keys.updateValue(position, forKey: Array(key.utf8)) {
      keys[Array(key.utf8)] = first
      report(
        .error, "duplicate-key", "key '\(key.shortened)' is defined twice", at: position,
        hint: "rename or remove one of them", subject: key, first: first)
      return
    }
    let prose = (comments ?? resource.comments) + leaves.flatMap(\.comments)
    var annotations = Annotations(prose.joined(separator: "\n"))
    annotations.isTranslatable = annotations.isTranslatable && resource.isTranslatable
    annotations.isArray = annotations.isArray || isArray
    for leaf in leaves {
      if leaf.text.hasMarkup { annotations.isMarkup = true }
      if leaf.text.isReference { annotations.isReference = true }
      addArgumentNames(leaf, to: &annotations, key: key)
    }
    let value = Value(
      language: languageName, message: message, options: options,
      at: leaves[0].position)
    reading.texts.append(
      Text(key: key, annotations: annotations, values: [value], options: options, at: position))
  }

  /// Adds argument names, which are taken from the `xliff:g` elements around the placeholders.
  private mutating func addArgumentNames(
    _ leaf: AndroidLeaf, to annotations: inout Annotations, key: String
  ) {
    if leaf.text.protected.isEmpty { return }
    let arguments = Self.arguments(leaf.text.bytes)
    for part in leaf.text.protected {
      let index = arguments.firstIndex(from: part.range.lowerBound)
      let number =
        index < arguments.count && part.range.contains(arguments[index].offset)
        ? arguments[index].number : nil
      guard let number, part.id != nil || part.example != nil else {
        reading.losses.note(.unknownField, key: key, at: location(leaf.position))
        continue
      }
      if annotations.parameters[number] != nil { continue }
      annotations.parameters[number] = Annotations.Parameter(
        Self.words(part.id ?? "").joined(separator: "_").ifEmpty("_"),
        documentation: Self.words(part.example ?? "").joined(separator: " "))
    }
  }

  /// Returns the offsets of the placeholders and the numbers of their arguments, in order.
  private static func arguments(_ bytes: [UInt8]) -> [(offset: Int, number: Int)] {
    var next = 1
    return Placeholder.percents(in: bytes).compactMap { range, percent in
      guard case .placeholder(let placeholder) = percent, placeholder.type != .none else {
        return nil
      }
      if let position = placeholder.position { return (range.lowerBound, position) }
      defer { next += 1 }
      return (range.lowerBound, next)
    }
  }

  /// Splits a string at whitespace and control characters.
  private static func words(_ text: String) -> [String] {
    text.utf8.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  fileprivate func ifEmpty(_ other: String) -> String { isEmpty ? other : self }
}

extension [(offset: Int, number: Int)] {
  /// Returns the index of the first element at or after an offset. Uses binary search because a
  /// text may have many placeholders and `xliff:g` elements.
  fileprivate func firstIndex(from offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
