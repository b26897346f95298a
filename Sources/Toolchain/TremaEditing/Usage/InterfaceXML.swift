import TremaSupport
import TremaXML

/// Finds the keys that storyboards, interface files and property lists of Apple platforms use.
///
/// Xcode translates an interface by keys that begin with the identifier of an object
/// (`aBc-12-dEf.text`), and the values of an Info.plist by its own keys (`NSCameraUsageDescription`).
/// A run-time attribute of an object can name a key, too.
final class InterfaceXML: XMLHandler {
  private let names: UsageNames
  private var findings = SourceFindings()
  private let isPropertyList: Bool
  /// The text of the `key` element of a property list that is read.
  private var key: [UInt8]?

  static func findings(
    _ bytes: [UInt8], _ names: UsageNames, isPropertyList: Bool
  ) -> SourceFindings {
    // A binary or an OpenStep property list is data of the app.
    guard bytes.first == UInt8(ascii: "<") || bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      return SourceFindings()
    }
    let handler = InterfaceXML(names, isPropertyList: isPropertyList)
    let reader = XMLReader(file: "", handler: handler)
    do throws(Diagnostic) {
      try reader.feed(bytes)
      try reader.finish()
    } catch {
      handler.findings.problem = error
    }
    return handler.findings
  }

  private init(_ names: UsageNames, isPropertyList: Bool) {
    self.names = names
    self.isPropertyList = isPropertyList
  }

  func startElement(_ start: XMLStartTag, in reader: XMLReader) {
    let tag = XMLTag(start)
    if isPropertyList {
      key = tag.name == "key" ? [] : nil
    } else if tag.name == "userDefinedRuntimeAttribute" {
      if let value = tag.attribute("value")?.value { use(Array(value.utf8)) }
    } else if let id = tag.attribute("id")?.value, let keys = names.byObject[Array(id.utf8)[...]] {
      findings.used.formUnion(keys)
    }
  }

  func characters(_ utf8: Span<UInt8>, in reader: XMLReader) {
    guard let count = key?.count, count + utf8.count < 1 << 12 else { return }
    for index in utf8.indices { key?.append(utf8[index]) }
  }

  func endElement(_ name: XMLName, range: Range<Int>, in reader: XMLReader) {
    if let key { use(key) }
    key = nil
  }

  private func use(_ key: [UInt8]) {
    if let number = names.byKey[key[...]] { findings.used.insert(number) }
  }
}
