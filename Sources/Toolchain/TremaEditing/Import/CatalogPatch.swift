import TremaCatalog
import TremaFormats
import TremaSupport

/// The file of a catalogue with the changes of an import in it and every other byte as it was.
///
/// Only elements that differ are replaced: values, contexts, and texts at the end. Where that would
/// not give the changed catalogue, as in a file of another encoding, the file is written in the
/// canonical form.
package struct CatalogPatch {
  private let original: Catalog
  private let changed: Catalog
  private let source: [UInt8]
  private let lines: LineOffsets
  private var edits: [(range: Range<Int>, bytes: [UInt8])] = []

  /// - Parameters:
  ///   - changed: the original with texts changed in place and appended.
  ///   - source: the file that the original was read from, with line feeds as ends of its lines, perhaps
  ///     after a carriage return.
  /// - Returns: the file of `changed`; line ends of what is new are line feeds.
  package static func bytes(
    of changed: Catalog, replacing original: Catalog, in source: [UInt8]
  ) -> [UInt8] {
    var patch = CatalogPatch(
      original: original, changed: changed, source: source, lines: LineOffsets(source))
    let isPlaced = patch.collect()
    if isPlaced, patch.edits.isEmpty { return source }
    let canonical = changed.encoded()
    if !isPlaced { return canonical == original.encoded() ? source : canonical }
    let patched = patch.patched
    let (read, _) = (try? Catalog.decode(patched, file: changed.header.file)) ?? (original, [])
    return read.encoded() == canonical ? patched : canonical
  }

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

  /// - Returns: whether every change has a place in the source.
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

  /// - Parameter end: the end of the text.
  private mutating func replace(_ old: Text, by new: Text, end: Int) -> Bool {
    guard let inner = source[..<end].lastIndex(of: UInt8(ascii: "<")),
      old.values.count <= new.values.count
    else { return false }
    let bound = old.beforeEnd.first.flatMap { lines.offset($0.position) } ?? inner
    var starts: [Int] = []
    for value in old.values {
      guard let start = lines.offset(value.before.first?.position ?? value.position) else {
        return false
      }
      starts.append(start)
    }
    if Self.encoded(old.context) != Self.encoded(new.context), var context = new.context {
      context.before = []
      let next = starts.first ?? bound
      if let place = old.context?.position {
        guard let range = element("<context", at: place, before: next) else { return false }
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
        bare.before = []
        edits.append((range, Self.element(Self.encoded(bare))))
      }
      guard index == old.values.count - 1 else { continue }
      let space = indentation(before: range.lowerBound)
      insert(
        new.values[(index + 1)...].flatMap {
          [Self.lineFeed] + space + Self.element(Self.encoded($0))
        }, at: range.upperBound)
    }
    return !old.values.isEmpty || new.values.isEmpty
  }

  private mutating func insert(_ bytes: [UInt8], at offset: Int) {
    if !bytes.isEmpty { edits.append((offset..<offset, bytes)) }
  }

  /// The bytes of an element without child elements of interest.
  ///
  /// - Parameter next: the start of what follows it, after white space.
  private func element(
    _ tag: StaticString, at position: SourcePosition, before next: Int
  ) -> Range<Int>? {
    guard let start = lines.offset(position), start < next, let end = end(before: next),
      source[start..<end].starts(
        with: UnsafeBufferPointer(start: tag.utf8Start, count: tag.utf8CodeUnitCount))
    else { return nil }
    return start..<end
  }

  private func end(ofText index: Int) -> Int? {
    guard original.texts.indices.contains(index) else { return nil }
    let next = index + 1
    if next < original.texts.count {
      let text = original.texts[next]
      return lines.offset(text.before.first?.position ?? text.position).flatMap(end(before:))
    }
    let footer = original.footer
    if let place = footer.beforeEnd.first?.position {
      return lines.offset(place).flatMap(end(before:))
    }
    let rest = footer.epilog.first.flatMap { lines.offset($0.position) } ?? source.count
    return source[..<rest].lastIndex(of: UInt8(ascii: "<")).flatMap(end(before:))
  }

  /// The end of the tag that only white space separates from an offset.
  private func end(before offset: Int) -> Int? {
    guard let last = source[..<offset].lastIndex(where: { !Self.isSpace($0) }),
      source[last] == UInt8(ascii: ">")
    else { return nil }
    return last + 1
  }

  /// The white space at the beginning of a line; the canonical one where something precedes the offset.
  private func indentation(before offset: Int) -> [UInt8] {
    let line = source[..<offset].lastIndex(of: Self.lineFeed).map { $0 + 1 } ?? 0
    let space = Array(source[line..<offset])
    return space.allSatisfy(Self.isSpace) ? space : Array("    ".utf8)
  }

  // MARK: Bytes

  private static let lineFeed = UInt8(ascii: "\n")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// An element without the indentation and the line feed of the canonical form.
  private static func element(_ line: [UInt8]) -> [UInt8] {
    Array(line.drop(while: isSpace).dropLast())
  }

  private static func encoded(_ text: Text) -> [UInt8] {
    var bytes: [UInt8] = []
    var encoder = TremaEncoder()
    encoder.append(text, into: &bytes)
    return bytes
  }

  private static func encoded(_ value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    TremaEncoder().append(value, into: &bytes)
    return bytes
  }

  private static func encoded(_ context: Context?) -> [UInt8] {
    var bytes: [UInt8] = []
    if let context { TremaEncoder().append(context, into: &bytes) }
    return bytes
  }
}
