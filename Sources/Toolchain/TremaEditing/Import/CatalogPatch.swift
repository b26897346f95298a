import TremaCatalog
import TremaFormats
import TremaSupport

/// A catalog's file with the changes of an import. All other bytes are unchanged.
///
/// Only the elements that differ are replaced: values, contexts, and texts at the end. If the
/// result would not equal the changed catalog, for example because the file has a different
/// encoding, the file is written in the canonical form.
package struct CatalogPatch {
  /// The catalog as it was read.
  private let original: Catalog
  /// The catalog after the import.
  private let changed: Catalog
  /// The bytes of the original file.
  private let source: [UInt8]
  /// The offsets of the file's lines.
  private let lines: LineOffsets
  /// The replacements, in ascending order.
  private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

  /// Returns the bytes of the changed catalog.
  ///
  /// - Parameters:
  ///   - changed: The original with changed and appended texts.
  ///   - original: The catalog as it was read.
  ///   - source: The file that the original was read from, with lines that end with line feeds,
  ///     possibly after a carriage return.
  /// - Returns: The bytes of `changed`'s file. New lines end with line feeds.
  package static func bytes(
    of changed: Catalog, replacing original: Catalog, in source: [UInt8]
  ) -> [UInt8] {
    var patch = CatalogPatch(
      original: original, changed: changed, source: source, lines: LineOffsets(source))
    let isComplete = patch.collect()
    if isComplete, patch.edits.isEmpty { return source }
    let canonical = changed.encoded()
    if !isComplete { return canonical == original.encoded() ? source : canonical }
    // The patched file is decoded again, and used only if the result equals the changed catalog.
    let patched = patch.patched
    let (read, _) = (try? Catalog.decode(patched, file: changed.header.file)) ?? (original, [])
    return read.encoded() == canonical ? patched : canonical
  }

  /// The bytes of the file after the edits.
  private var patched: [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for (range, bytes) in edits {
      result += source[copied..<range.lowerBound]
      result += bytes
      copied = range.upperBound
    }
    return result + source[copied...]
  }

  /// Collects the edits of all changes.
  ///
  /// - Returns: Whether every change could be located in the source.
  private mutating func collect() -> Bool {
    for (index, old) in original.texts.enumerated() {
      let new = changed.texts[index]
      if Self.encoded(old) == Self.encoded(new) { continue }
      guard let end = end(ofText: index), replace(old, by: new, end: end) else { return false }
    }
    let added = changed.texts.dropFirst(original.texts.count)
    guard !added.isEmpty else { return true }
    guard let end = end(ofText: original.texts.count - 1) else { return false }
    insert(added.flatMap { [Self.lineFeed] + Self.encoded($0).dropLast() }, at: end)
    return true
  }

  // MARK: Elements

  /// Collects the edits of one text.
  ///
  /// - Parameters:
  ///   - old: The text as it was read.
  ///   - new: The changed text.
  ///   - end: The offset where the text's element ends.
  /// - Returns: Whether every change could be located in the source.
  private mutating func replace(_ old: Text, by new: Text, end: Int) -> Bool {
    guard let inner = source[..<end].lastIndex(of: UInt8(ascii: "<")),
      old.values.count <= new.values.count
    else { return false }
    let bound = old.trailingTrivia.first.flatMap { lines.offset($0.position) } ?? inner
    var starts: [Int] = []
    for value in old.values {
      guard let start = lines.offset(value.leadingTrivia.first?.position ?? value.position) else {
        return false
      }
      starts.append(start)
    }
    // A changed context is replaced; a new context is inserted before the first value.
    if Self.encoded(old.context) != Self.encoded(new.context), var context = new.context {
      context.leadingTrivia = []
      let next = starts.first ?? bound
      if let position = old.context?.position {
        guard let range = element("<context", at: position, before: next) else { return false }
        edits.append((range, Self.element(Self.encoded(context))))
      } else {
        let bytes = Self.element(Self.encoded(context)) + [Self.lineFeed]
        insert(bytes + indentation(before: next), at: next)
      }
    }
    for (index, value) in old.values.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : bound
      guard let range = element("<value", at: value.position, before: next) else { return false }
      if Self.encoded(value) != Self.encoded(new.values[index]) {
        var bare = new.values[index]
        bare.leadingTrivia = []
        edits.append((range, Self.element(Self.encoded(bare))))
      }
      // New values are inserted after the last value, with its indentation.
      guard index == old.values.count - 1 else { continue }
      let space = indentation(before: range.lowerBound)
      insert(
        new.values[(index + 1)...].flatMap {
          [Self.lineFeed] + space + Self.element(Self.encoded($0))
        }, at: range.upperBound)
    }
    return !old.values.isEmpty || new.values.isEmpty
  }

  /// Adds the insertion of bytes at an offset.
  private mutating func insert(_ bytes: [UInt8], at offset: Int) {
    if !bytes.isEmpty { edits.append((offset..<offset, bytes)) }
  }

  /// Returns the range of an element.
  ///
  /// - Parameters:
  ///   - tag: The start of the element's tag.
  ///   - position: The position of the element.
  ///   - next: The start of the next element, preceded only by whitespace.
  /// - Returns: `nil` if the source has no such element at the position.
  private func element(
    _ tag: StaticString, at position: SourcePosition, before next: Int
  ) -> Range<Int>? {
    guard let start = lines.offset(position), start < next, let end = end(before: next),
      source[start..<end].starts(
        with: UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
    else { return nil }
    return start..<end
  }

  /// Returns the offset where a text's element ends, or `nil` if it is not found.
  private func end(ofText index: Int) -> Int? {
    guard original.texts.indices.contains(index) else { return nil }
    let next = index + 1
    if next < original.texts.count {
      let text = original.texts[next]
      return lines.offset(text.leadingTrivia.first?.position ?? text.position).flatMap(end(before:))
    }
    let footer = original.footer
    if let position = footer.trailingTrivia.first?.position {
      return lines.offset(position).flatMap(end(before:))
    }
    let epilogStart = footer.epilog.first.flatMap { lines.offset($0.position) } ?? source.count
    return source[..<epilogStart].lastIndex(of: UInt8(ascii: "<")).flatMap(end(before:))
  }

  /// Returns the end of the tag that is separated from an offset only by whitespace.
  private func end(before offset: Int) -> Int? {
    guard let last = source[..<offset].lastIndex(where: { !Self.isSpace($0) }),
      source[last] == UInt8(ascii: ">")
    else { return nil }
    return last + 1
  }

  /// Returns the whitespace at the start of a line, or the canonical indentation if something else
  /// precedes the offset.
  private func indentation(before offset: Int) -> [UInt8] {
    let line = source[..<offset].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    let space = Array(source[line..<offset])
    return space.allSatisfy(Self.isSpace) ? space : Array("    ".utf8)
  }

  // MARK: Bytes

  private static let lineFeed = UInt8(ascii: "\n")

  /// Returns whether a byte is XML whitespace.
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns an element without the indentation and the line feed of the canonical form.
  private static func element(_ line: [UInt8]) -> [UInt8] {
    Array(line.drop(while: isSpace).dropLast())
  }

  /// Returns the canonical form of a text.
  private static func encoded(_ text: Text) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = TremaEncoder()
    encoder.append(text, into: &bytes)
    return bytes
  }

  /// Returns the canonical form of a value.
  private static func encoded(_ value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    TremaEncoder().append(value, into: &bytes)
    return bytes
  }

  /// Returns the canonical form of a context, or empty if it is `nil`.
  private static func encoded(_ context: Context?) -> [UInt8] {
    var bytes: [UInt8] = []
    if let context { TremaEncoder().append(context, into: &bytes) }
    return bytes
  }
}
