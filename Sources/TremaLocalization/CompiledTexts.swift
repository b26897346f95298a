internal import TremaCompiled
internal import TremaMessages

/// The entries of a compiled catalogue, `.tremac`. It stands for both text files beside it.
struct CompiledTexts: TextEntries {
  private let catalogue: CompiledCatalogue
  /// Texts that were asked for: making a `String` of bytes takes longer than finding them.
  private let plain: KeptTexts

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

  func plainText(of key: String) -> String? {
    key.withBytes { key in
      // Only one that is too long for ``KeptTexts`` is looked for in the file.
      plain.text(of: key) { catalogue.find(key) == $0 } ?? newText(of: key)
    }
  }

  private func newText(of key: UnsafeRawBufferPointer) -> String? {
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
