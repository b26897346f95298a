import TremaCatalog
import TremaSupport
import TremaXML

extension TremaBuilder {
  /// Handles text. Outside values and contexts, only whitespace is allowed. Other text is reported
  /// once per element.
  mutating func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
    switch state {
    case .value, .context: utf8.withUnsafeBufferPointer { textBuilder.append($0) }
    case .root, .text:
      let isBlank = utf8.withUnsafeBufferPointer { $0.allSatisfy { $0 <= 0x20 } }
      guard !isBlank, !hasReportedStrayText else { return }
      hasReportedStrayText = true
      let position = reader.textPosition()
      guard limit.admits(.error, "stray-text", in: file, at: position) else { return }
      let isGitConflict = utf8.withUnsafeBufferPointer(isConflictMarker)
      diagnostics.append(
        Diagnostic(
          .error, "stray-text", "unexpected text outside a value",
          at: location(position),
          hint: isGitConflict
            ? "remove the line, which is left over from a Git conflict"
            : "move it into a 'value' element",
          subject: textBuilder.key))
    default: break
    }
  }

  /// Returns whether the first line is a conflict marker that Git inserts.
  private func isConflictMarker(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let line = text.drop { $0 <= 0x20 }
    return ["=======", ">>>>>>>", "|||||||"].contains { line.starts(with: $0.utf8) }
  }

  /// Returns whether a comment may be a conflict marker that `merge` inserts, which must be
  /// reported.
  private func mightBeConflict(_ comment: ArraySlice<UInt8>) -> Bool {
    // Setting bit 0x20 makes the comparison of ASCII letters case-insensitive.
    let content = comment.dropFirst("<!--".utf8.count).drop { $0 <= 0x20 }
    return zip(content, MergeConflict.mark.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }

  /// Stores a comment or processing instruction at its position, if they are kept.
  mutating func commentOrInstruction(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) {
    hasReportedStrayText = false
    switch state {
    case .value, .context, .unknown: break
    case .root where !keepsElements && !mightBeConflict(reader.source(range)),
      .text where !keepsElements && !mightBeConflict(reader.source(range)):
      break
    case .beforeRoot, .root, .text:
      trivia.append(Trivia(lineFeeds(reader.source(range)), at: position))
    case .afterRoot:
      footer.epilog.append(Trivia(lineFeeds(reader.source(range)), at: position))
    }
  }

  /// Stores the location of a document type declaration.
  mutating func documentType(at position: SourcePosition) {
    documentTypeLocation = location(position)
  }

  // MARK: End tags

  /// Handles an end tag.
  ///
  /// - Parameter range: The byte range of the tag.
  mutating func endElement(_ range: Range<Int>, in reader: XMLReader) {
    switch state {
    case .value where depth == 0: endValue(range, reader)
    case .context where depth == 0: endContext(range, reader)
    case .unknown where depth == 0:
      if keepsElements {
        let source = reader.source(unknown.start..<range.upperBound)
        trivia.append(Trivia(lineFeeds(source), element: unknown.name, at: unknown.position))
      }
      reader.release()
      state = isUnknownInText ? .text : .root
    case .value, .context, .unknown: depth -= 1
    case .text: endText()
    case .root:
      footer.trailingTrivia = takeTrivia()
      state = .afterRoot
    case .beforeRoot, .afterRoot: break
    }
  }

  /// Ends a value. Passes its source to the draft, which keeps the spelling.
  private mutating func endValue(_ range: Range<Int>, _ reader: XMLReader) {
    state = .text
    reader.release()
    reader.source(contentStart..<max(contentStart, range.lowerBound)).withUnsafeBufferPointer {
      textBuilder.endValue(source: $0)
    }
  }

  /// Ends a context. Passes its source to the draft, which keeps the spelling.
  private mutating func endContext(_ range: Range<Int>, _ reader: XMLReader) {
    state = .text
    reader.release()
    reader.source(contentStart..<max(contentStart, range.lowerBound)).withUnsafeBufferPointer {
      textBuilder.endContext(source: $0)
    }
  }

  /// Returns the source with CR LF and CR converted to line feeds.
  private func lineFeeds(_ source: ArraySlice<UInt8>) -> String {
    source.withUnsafeBufferPointer { String(lineFeedsIn: $0) }
  }

  /// Ends a text and appends it to the batch.
  private mutating func endText() {
    state = .root
    if !trivia.isEmpty { textBuilder.end(trailingTrivia: takeTrivia()) }
    if !textBuilder.hasContext {
      reportUnexpected("this text has no context", at: textBuilder.position)
    }
    if textBuilder.valueCount == 0 {
      reportUnexpected("this text has no value", at: textBuilder.position)
    }
    batch.append(&textBuilder)
  }
}
