internal import TremaMessages
internal import TremaSupport

/// The entries of a compiled catalogue, `.tremac`. It stands for both text files beside it.
struct CompiledTexts: TextEntries {
  private let catalogue: CompiledCatalogue
  private final class Copy: Sendable {
    let plain: KeptTexts

    init(_ plain: KeptTexts) { self.plain = plain }
  }

  /// Texts that were asked for: making a `String` of bytes takes longer than finding them.
  private let plain: KeptTexts
  /// The same for each of ``TextCopy`` from 1, with texts of its own.
  private let copies = PublishedObjects<Copy>(count: TextCopy.most)

  init(_ catalogue: CompiledCatalogue) {
    self.catalogue = catalogue
    plain = KeptTexts(count: catalogue.count)
  }

  /// Maps a file; its texts are not read.
  ///
  /// - Returns: nil when the file is absent or cannot be used; the problem says why.
  static func open(_ path: String) -> (texts: CompiledTexts?, problem: String?) {
    do throws(MappedFile.Failure) {
      let bytes = try MappedFile.open(path, largest: CompiledLayout.largestFile)
      guard let bytes else { return (nil, nil) }
      do throws(CompiledProblem) {
        return (CompiledTexts(try CompiledCatalogue(bytes)), nil)
      } catch {
        return (nil, "cannot be used: \(error)")
      }
    } catch {
      return (nil, error.reason)
    }
  }

  var count: Int { catalogue.count }

  /// - Parameter key: compared byte for byte.
  func number(of key: String) -> Int? { catalogue.find(key) }

  func plainText(of key: String, copy: Int) -> String? {
    key.withBytes { key in
      if copy == 0 { return text(of: key, in: plain) }
      let found = copies.withObject(at: copy - 1) { text(of: key, in: $0.plain) }
      if let found { return found }
      let new = Copy(KeptTexts(count: count))
      return text(of: key, in: copies.publish(new, at: copy - 1).plain)
    }
  }

  @inline(__always)
  private func text(of key: UnsafeRawBufferPointer, in plain: KeptTexts) -> String? {
    // Only one that is too long for ``KeptTexts`` is looked for in the file.
    plain.text(of: key) { catalogue.find(key) == $0 } ?? newText(of: key, in: plain)
  }

  private func newText(of key: UnsafeRawBufferPointer, in plain: KeptTexts) -> String? {
    guard let number = catalogue.find(key), let text = catalogue.plainText(number) else {
      return nil
    }
    plain.keep(text, UInt32(truncatingIfNeeded: number), under: key)
    return text
  }

  /// What the entry says.
  ///
  /// - Parameter report: is told why the pattern cannot be used; its text is read in its place.
  /// - Returns: the text as `.strings` has it and its message, everything in it numbered; nil for one
  ///   that is empty.
  func read(
    _ number: Int, report: (String) -> Void
  ) -> (text: String, message: Message)? {
    guard let text = catalogue.text(number), !text.isEmpty else { return nil }
    do throws(CompiledProblem) {
      return (text, try catalogue.message(number))
    } catch {
      report("its pattern is damaged: \(error)")
      let parsed = Message.parse(text, backslash: .literal).message
      return (text, parsed.numbered(by: ArgumentNumbers([parsed])))
    }
  }
}
