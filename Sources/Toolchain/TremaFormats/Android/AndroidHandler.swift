import TremaCatalog
import TremaDiagnostics
import TremaSupport
import TremaXML

/// An XML handler that collects the texts of a resource file.
final class AndroidHandler: XMLHandler {
  /// The current position in the structure of the file.
  private enum State {
    case beforeRoot, root, afterRoot
    /// Inside a `plurals` or `string-array` element.
    case group
    /// Inside a `string` or `item` element.
    case leaf(inGroup: Bool)
    /// Inside an element without text.
    case skipped(inGroup: Bool)
  }

  private let file: String
  /// The rules of the file.
  private let dialect: ResourceDialect
  private var state = State.beforeRoot
  /// The number of open elements inside the text or the skipped element.
  private var depth = 0
  /// The open resource.
  private var resource: AndroidResource?
  /// The texts that have been read in the open resource.
  private var items: [(quantity: XMLAttribute?, leaf: AndroidLeaf)] = []
  /// The open text: its tag, the offset of its content, its tokens, and the comments in it.
  private var leaf: (tag: XMLTag, start: Int, tokens: [AndroidToken], comments: [String])?
  /// The depths of the open `xliff:g` elements.
  private var protectedDepths: [Int] = []
  /// The comments since the last resource or item.
  private var comments: [String] = []
  /// Whether stray text has been reported since the last tag, because text may be passed in several
  /// pieces.
  private var hasStrayText = false
  /// The resources with texts in file order.
  private(set) var resources: [AndroidResource] = []
  /// The positions of comments that do not belong to a text.
  private(set) var strayComments: [SourcePosition] = []
  /// The position of the first element of ``comments``.
  private var commentPosition = SourcePosition.start
  private var findings: FindingList
  /// The resources of other types: the name and position of the first one, and their number.
  private var otherResources: [(kind: String, name: String, position: SourcePosition, count: Int)] =
    []
  /// The indices in ``otherResources`` by resource type.
  private var otherKinds: [String: Int] = [:]

  init(_ options: ReadingOptions, _ dialect: ResourceDialect) {
    file = options.file
    self.dialect = dialect
    findings = FindingList(options.maxFindings)
  }

  /// Adds a finding. The message and the subject are evaluated only if the finding is kept.
  func report(
    _ severity: Severity, _ code: String, _ message: @autoclosure () -> String,
    at position: SourcePosition, hint: String? = nil, subject: @autoclosure () -> String = ""
  ) {
    findings.add(
      severity, code, message(), at: SourceLocation(file: file, start: position), hint: hint,
      subject: subject())
  }

  /// Returns the findings, followed by notes about resources that are not imported.
  func allFindings() -> FindingList {
    var all = findings
    for other in otherResources {
      let suffix = other.count == 1 ? "" : " and \(other.count - 1) more"
      all.add(
        .note, "other-resource",
        "'\(other.kind)' resources are not texts and are not read: '\(other.name)'\(suffix)",
        at: SourceLocation(file: file, start: other.position), subject: other.kind)
    }
    return all
  }

  // MARK: Start tags

  /// Handles a start tag according to the position in the file.
  ///
  /// - Throws: A diagnostic if the root element is not `resources`.
  func startElement(_ start: XMLStartTag, in reader: XMLReader) throws(Diagnostic) {
    let tag = XMLTag(start)
    hasStrayText = false
    switch state {
    case .beforeRoot:
      guard tag.name == "resources" else {
        throw Diagnostic(
          .error, "wrong-root", "the root element must be 'resources', not '\(tag.name)'",
          at: SourceLocation(file: file, start: tag.position),
          hint: "use an Android resource file, such as values/strings.xml",
          kind: .unreadable)
      }
      state = .root
    case .root: startResource(tag, reader)
    case .group:
      if tag.name == "item" {
        startLeaf(tag, reader)
        state = .leaf(inGroup: true)
      } else {
        report(
          .error, "schema", "'\(tag.name)' is not allowed here", at: tag.position,
          hint: "use 'item' elements", subject: "\(resource?.name ?? "") \(tag.name)")
        depth = 0
        state = .skipped(inGroup: true)
      }
    case .leaf: startInLeaf(tag)
    case .skipped: depth += 1
    case .afterRoot: break
    }
  }

  /// Begins a direct child of the root. An element without a name or of a different type is
  /// skipped.
  private func startResource(_ tag: XMLTag, _ reader: XMLReader) {
    depth = 0
    switch tag.name {
    case "string" where tag.attribute("name") != nil, "plurals" where tag.attribute("name") != nil,
      "string-array" where tag.attribute("name") != nil:
      break
    // An `item` of type `string` is an alternative spelling of a `string`. Compose ignores it.
    case "item"
    where dialect == .android && tag.attribute("type")?.value == "string"
      && tag.attribute("name") != nil:
      break
    case "string", "plurals", "string-array":
      report(
        .error, "missing-key", "this '\(tag.name)' has no 'name' attribute", at: tag.position,
        hint: "add a unique name", subject: tag.name)
      comments = []
      state = .skipped(inGroup: false)
      return
    // These elements separate comments from the resources after them.
    case "eat-comment", "skip":
      if !comments.isEmpty { strayComments.append(commentPosition) }
      comments = []
      state = .skipped(inGroup: false)
      return
    default:
      let isTyped = dialect == .android && tag.name == "item"
      let kind = isTyped ? tag.attribute("type")?.value ?? tag.name : tag.name
      countUnsupported(kind, tag)
      state = .skipped(inGroup: false)
      return
    }
    // For all other elements, the function has already returned, so this is a resource with texts.
    resource = newResource(tag)
    comments = []
    if tag.name == "plurals" || tag.name == "string-array" {
      state = .group
    } else {
      startLeaf(tag, reader)
      state = .leaf(inGroup: false)
    }
  }

  /// Counts a resource of a different type, for the note at the end.
  private func countUnsupported(_ kind: String, _ tag: XMLTag) {
    comments = []
    if let index = otherKinds[kind] {
      otherResources[index].count += 1
    } else {
      otherKinds[kind] = otherResources.count
      otherResources.append((kind, tag.attribute("name")?.value ?? "", tag.position, 1))
    }
  }

  /// Creates a resource from the attributes of a start tag.
  private func newResource(_ tag: XMLTag) -> AndroidResource {
    var resource = AndroidResource(
      name: "", namePosition: tag.position,
      content: tag.name == "plurals"
        ? .plurals([]) : tag.name == "string-array" ? .array([]) : .string(.empty))
    resource.comments = comments
    for attribute in tag.attributes {
      switch attribute.name {
      case "name":
        (resource.name, resource.namePosition) = (attribute.value, attribute.valuePosition)
      // Compose Multiplatform ignores the attribute, so these resources are duplicates.
      case "product" where dialect == .android:
        resource.product = attribute.value.isEmpty ? nil : attribute.value
      case "translatable": resource.isTranslatable = attribute.value.lowercased() != "false"
      case "formatted": resource.isFormatted = attribute.value.lowercased() != "false"
      case "description": resource.comments.append(attribute.value)
      case "type" where tag.name == "item": break
      // Namespace declarations are not attributes according to XML Namespaces.
      case let name where name == "xmlns" || name.utf8.starts(with: "xmlns:".utf8): break
      default: resource.hasOtherAttributes = true
      }
    }
    return resource
  }

  /// Begins a text. The reader keeps the source of the text, which is needed to derive the
  /// positions of problems.
  private func startLeaf(_ tag: XMLTag, _ reader: XMLReader) {
    depth = 0
    protectedDepths = []
    leaf = (tag, tag.range.upperBound, [], comments)
    comments = []
    if !tag.isEmpty { reader.hold(from: tag.range.upperBound, at: tag.contentPosition) }
  }

  /// Begins an element inside a text: `xliff:g` or markup.
  private func startInLeaf(_ tag: XMLTag) {
    depth += 1
    if tag.name.utf8.reversed().starts(with: "g:".utf8) {
      if !protectedDepths.isEmpty, dialect == .android {
        report(
          .error, "schema",
          "'\(tag.name)' is nested in another one, which the resource compiler rejects",
          at: tag.position, hint: "close the outer element first", subject: resource?.name ?? "")
      }
      protectedDepths.append(depth)
      leaf?.tokens.append(
        .protected(id: tag.attribute("id")?.value, example: tag.attribute("example")?.value))
    } else {
      // The resource compiler ignores elements in other namespaces, but not their content.
      leaf?.tokens.append(
        .start(
          tag.name, attributes: tag.attributes.map { ($0.name, $0.value) },
          isSpan: !tag.name.utf8.contains(UInt8(ascii: ":"))))
    }
  }

  // MARK: Content

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) throws(Diagnostic) {
    switch state {
    case .leaf:
      utf8.withUnsafeBufferPointer { bytes in
        // Moving the tokens out of the property avoids copying the array for every piece.
        guard var tokens = leaf?.tokens else { return }
        leaf?.tokens = []
        if case .text(var text)? = tokens.last {
          tokens.removeLast()
          text += bytes
          tokens.append(.text(text))
        } else {
          tokens.append(.text(Array(bytes)))
        }
        leaf?.tokens = tokens
      }
    case .root, .group:
      let isBlank = utf8.withUnsafeBufferPointer { $0.allSatisfy { $0 <= 0x20 } }
      guard !isBlank, !hasStrayText else { return }
      hasStrayText = true
      report(
        .error, "stray-text", "unexpected text outside a resource",
        at: reader.textPosition(), hint: "move it into a 'string' or 'item' element",
        subject: resource?.name ?? "")
    case .beforeRoot, .afterRoot, .skipped: break
    }
  }

  /// Stores a comment with the text that it belongs to. Processing instructions are ignored.
  func commentOrInstruction(
    range: Range<Int>, position: SourcePosition, in reader: XMLReader
  ) throws(Diagnostic) {
    hasStrayText = false
    let source = reader.source(range)
    // The shortest comment is `<!---->`.
    guard source.starts(with: "<!--".utf8), source.count >= 7 else { return }
    let text = String(decoding: source.dropFirst(4).dropLast(3), as: UTF8.self)
    switch state {
    case .root, .group:
      if comments.isEmpty { commentPosition = position }
      comments.append(text)
    case .leaf: leaf?.comments.append(text)
    case .skipped(let inGroup): if inGroup { strayComments.append(position) }
    case .beforeRoot, .afterRoot: break
    }
  }

  // MARK: End tags

  /// Handles an end tag. Inside a text, `depth` distinguishes the end of the text from the end of a
  /// nested element.
  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) throws(Diagnostic) {
    switch state {
    case .leaf where depth > 0:
      if protectedDepths.last == depth {
        protectedDepths.removeLast()
        leaf?.tokens.append(.endProtected)
      } else {
        let name = name.description
        leaf?.tokens.append(.end(name, isSpan: !name.utf8.contains(UInt8(ascii: ":"))))
      }
      depth -= 1
    case .leaf(let inGroup):
      endLeaf(range, reader)
      state = inGroup ? .group : .root
      if !inGroup { endResource() }
    case .skipped where depth > 0: depth -= 1
    case .skipped(let inGroup): state = inGroup ? .group : .root
    case .group:
      endComments()
      endResource()
      state = .root
    case .root:
      endComments()
      state = .afterRoot
    case .beforeRoot, .afterRoot: break
    }
  }

  /// Records comments that are not followed by a resource or item.
  private func endComments() {
    if !comments.isEmpty { strayComments.append(commentPosition) }
    comments = []
  }

  /// Adds the open resource and its texts.
  private func endResource() {
    if var resource {
      switch resource.content {
      case .string:
        if let item = items.first { resource.content = .string(item.leaf) }
      case .plurals: resource.content = .plurals(items)
      case .array: resource.content = .array(items.map(\.leaf))
      }
      resources.append(resource)
    }
    resource = nil
    items.removeAll(keepingCapacity: true)
  }

  /// Adds the open text to its resource, and reports its problems.
  private func endLeaf(_ range: Range<Int>, _ reader: XMLReader) {
    guard let (tag, start, tokens, comments) = leaf else { return }
    let read = AndroidLeaf(
      text: AndroidTextBuilder.text(of: tokens, dialect), tagPosition: tag.position,
      position: tag.contentPosition, comments: comments)
    if !read.text.problems.isEmpty {
      let source = reader.source(start..<max(start, range.lowerBound))
      report(read, source, tokens, key: resource?.name ?? "")
    }
    reader.release()
    leaf = nil
    items.append((tag.attribute("quantity"), read))
  }
}
