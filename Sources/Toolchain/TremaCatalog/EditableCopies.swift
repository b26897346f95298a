import TremaMessages

extension Text {
  /// Creates an editable copy of a text in a batch.
  package init(_ view: TextView) {
    let record = view.record
    self.init(key: view.key, file: view.file)
    position = record.position
    keyPosition = record.keyPosition
    context = record.context.map { Context($0, view.batch) }
    if record.auxiliaryPartsIndex >= 0 {
      let parts = view.batch.storage.pointee.auxiliaryParts[record.auxiliaryPartsIndex]
      (attributes, leadingTrivia, trailingTrivia) = (
        parts.attributes, parts.leadingTrivia, parts.trailingTrivia
      )
    }
    values.reserveCapacity(record.values.count)
    for index in 0..<record.values.count { values.append(Value(view[index])) }
  }
}

extension Context {
  /// Creates an editable copy of a context in a batch.
  fileprivate init(_ record: ContextRecord, _ batch: TextBatch) {
    self.init(
      batch.string(record.content.text), spelling: batch.spelling(of: record.content))
    position = record.position
    textPosition = record.textPosition
    guard record.auxiliaryPartsIndex >= 0 else { return }
    let parts = batch.storage.pointee.auxiliaryParts[record.auxiliaryPartsIndex]
    (attributes, leadingTrivia, file) = (parts.attributes, parts.leadingTrivia, parts.file)
  }
}

extension Value {
  /// Creates an editable copy of a value in a batch.
  package init(_ view: ValueView) {
    let record = view.record
    self.init(
      language: view.language, status: view.status, source: view.source, flags: record.flags,
      view.message, view.issues)
    if record.content.spelling != record.content.text {
      spelling = view.batch.spelling(of: record.content)
    }
    position = record.position
    languagePosition = record.languagePosition
    statusPosition = record.statusPosition
    textPosition = record.textPosition
    if record.hasMarkup { hasMarkup = true }
    guard record.auxiliaryPartsIndex >= 0 else { return }
    let parts = view.batch.storage.pointee.auxiliaryParts[record.auxiliaryPartsIndex]
    (attributes, leadingTrivia, file) = (parts.attributes, parts.leadingTrivia, parts.file)
    isStatusAssumed = parts.isStatusAssumed
  }
}

extension TextBatch {
  /// Returns a view of an editable text. The view retains its own batch.
  package static func view(of text: Text) -> TextView {
    let batch = TextBatch(file: text.file)
    batch.append(text)
    return batch[0]
  }

  /// Appends a text that was edited or read from another file.
  package func append(_ text: Text) {
    var draft = TextBuilder()
    draft.fill(with: text, self)
    let firstValue = storage.pointee.values.count
    append(&draft)
    for (index, value) in text.values.enumerated() where !value.isPlainText {
      storage.pointee.add(
        ParsedMessage(message: value.message, issues: value.issues), toValue: firstValue + index)
    }
  }

  /// Returns the bytes between the tags if they differ from the text, otherwise `nil`. Line
  /// terminators are normalized to line feeds, as in XML.
  fileprivate func spelling(of content: ContentRecord) -> String? {
    if content.spelling == content.text { return nil }
    return withBytes(content.spelling) { source in
      let spelling = String(lineFeedsIn: source)
      let isText = withBytes(content.text) { text in
        spelling.utf8.count == text.count && spelling.utf8.elementsEqual(text)
      }
      return isText ? nil : spelling
    }
  }
}

extension String {
  /// Decodes UTF-8 with XML line-end normalization: a carriage return, with or without a following
  /// line feed, becomes a line feed.
  package init(lineFeedsIn utf8: UnsafeBufferPointer<UInt8>) {
    let carriageReturn = UInt8(ascii: "\r")
    guard utf8.contains(carriageReturn) else {
      self.init(decoding: utf8, as: UTF8.self)
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for (index, byte) in utf8.enumerated() {
      if byte != carriageReturn {
        bytes.append(byte)
      } else if index + 1 == utf8.count || utf8[index + 1] != UInt8(ascii: "\n") {
        bytes.append(UInt8(ascii: "\n"))
      }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
