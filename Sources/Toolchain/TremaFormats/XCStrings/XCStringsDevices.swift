import TremaJSON
import TremaSupport

/// Device variants of a text. In a catalog, each variant is a separate text that follows the
/// default variant. Its key is the key that Xcode writes in XLIFF exports:
/// `title|==|device.iphone`.
enum XCStringsDevices {
  /// The delimiter between the key of the text and the device.
  private static let deviceDelimiter = "|==|device."

  /// Returns the key of the variant for a device.
  static func key(of key: String, for device: String) -> String {
    "\(key)\(deviceDelimiter)\(device)"
  }

  /// Returns the device in the key of a variant, or `nil` if the key is not a variant of `text`.
  static func device(in key: String, of text: String) -> String? {
    let prefix = Array("\(text)\(deviceDelimiter)".utf8)
    let bytes = Array(key.utf8)
    guard bytes.starts(with: prefix), bytes.count > prefix.count else { return nil }
    return String(decoding: bytes[prefix.count...], as: UTF8.self)
  }

  // MARK: Reading

  /// Returns the variants of a text for particular devices, each as a separate text. The default
  /// variant is not included.
  static func texts(of entry: JSONObject.Member) -> [JSONObject.Member] {
    let localizations = entry.value.object?["localizations"]?.object?.members ?? []
    var devices: [(name: String, localizations: [JSONObject.Member])] = []
    for localization in localizations {
      for variant in deviceVariants(of: localization.value)
      where !variant.name.equalsExactly("other") {
        var member = localization
        member.value = makeLocalization(variant.value, in: localization.value)
        if let index = devices.firstIndex(where: { $0.name.equalsExactly(variant.name) }) {
          devices[index].localizations.append(member)
        } else {
          devices.append((variant.name, [member]))
        }
      }
    }
    return devices.map { device in
      var text = entry
      text.name = key(of: entry.name, for: device.name)
      // The remaining fields stay with the default variant.
      let retained =
        entry.value.object?.members.filter { $0.name.equalsExactly("shouldTranslate") } ?? []
      text.value = JSONValue(
        .object(
          JSONObject(
            retained + [
              .init("localizations", JSONValue(.object(JSONObject(device.localizations))))
            ])))
      return text
    }
  }

  /// Returns the variants of a localization. The result is empty if there is no default variant,
  /// because the first variant then becomes the default.
  private static func deviceVariants(of localization: JSONValue) -> [JSONObject.Member] {
    let variations = localization.object?["variations"]?.object
    guard variations?["plural"] == nil, let cases = variations?["device"]?.object,
      cases["other"] != nil
    else { return [] }
    return cases.members
  }

  /// Returns a variant, including the substitutions that all variants share.
  private static func makeLocalization(_ variant: JSONValue, in localization: JSONValue)
    -> JSONValue
  {
    guard var fields = variant.object,
      let shared = localization.object?.members.first(where: {
        $0.name.equalsExactly("substitutions")
      })
    else { return variant }
    fields.members.append(shared)
    var node = variant
    node.content = .object(fields)
    return node
  }

  // MARK: Writing

  /// Adds the variants for a device to the localizations of a text.
  ///
  /// - Parameters:
  ///   - variants: The localizations of the variant by language.
  ///   - device: The name of the device.
  ///   - localizations: The localizations of the text, which are also converted to variants.
  static func add(
    _ variants: JSONObject, for device: String, to localizations: inout JSONObject
  ) {
    for variant in variants.members {
      guard
        let index = localizations.members.firstIndex(where: { $0.name.equalsExactly(variant.name) })
      else {
        localizations.members.append(
          .init(variant.name, makeVariedLocalization([.init(device, variant.value)], [])))
        continue
      }
      let node = localizations.members[index].value
      var cases = node.object?["variations"]?.object?["device"]?.object?.members ?? []
      var shared = substitutions(of: node)
      // The existing text becomes the default variant.
      if cases.isEmpty { cases = [.init("other", withoutSubstitutions(node))] }
      cases.append(.init(device, withoutSubstitutions(variant.value)))
      let known = Set(shared.map { ExactKey($0.name) })
      shared += substitutions(of: variant.value).filter { !known.contains(ExactKey($0.name)) }
      localizations.members[index].value = makeVariedLocalization(cases, shared)
    }
  }

  /// Returns a localization that consists of variants and their shared substitutions.
  private static func makeVariedLocalization(
    _ cases: [JSONObject.Member], _ substitutions: [JSONObject.Member]
  ) -> JSONValue {
    func object(_ members: [JSONObject.Member]) -> JSONValue {
      JSONValue(.object(JSONObject(members)))
    }
    var fields: [JSONObject.Member] = [
      .init("variations", object([.init("device", object(cases))]))
    ]
    if !substitutions.isEmpty { fields.append(.init("substitutions", object(substitutions))) }
    return object(fields)
  }

  private static func substitutions(of node: JSONValue) -> [JSONObject.Member] {
    node.object?["substitutions"]?.object?.members ?? []
  }

  /// Returns a localization without its substitutions, which are stored next to the variants.
  private static func withoutSubstitutions(_ node: JSONValue) -> JSONValue {
    guard var fields = node.object else { return node }
    fields.members.removeAll { $0.name.equalsExactly("substitutions") }
    return JSONValue(.object(fields))
  }
}
