import TremaCatalog
import TremaJSON
import TremaMessages

/// The `messages.json` format for browser extensions, in which each text is an object's `message`.
///
/// See Chrome for Developers, "chrome.i18n"; MDN, "Locale-Specific Message reference".
enum ExtensionMessages {
  /// Returns whether a root object is in this format: all of its members are objects with a
  /// `message` and no unknown fields.
  static func matches(_ root: JSONObject) -> Bool {
    let fields = ["message", "description", "placeholders", "hash"]
    return !root.members.isEmpty
      && root.members.allSatisfy { member in
        guard let entry = member.value.object, entry["message"]?.string != nil else { return false }
        return entry.members.allSatisfy { field in fields.contains { field.name.equalsExactly($0) }
        }
      }
  }
}

extension JSONTextsReader {
  /// Reads the texts and their descriptions. `$NAME$` is kept as text, and its definition is
  /// reported as a loss.
  mutating func read(extensionMessages root: JSONObject) {
    for member in root.members {
      guard let entry = member.value.object else { continue }
      var annotations = Annotations("")
      for field in entry.members {
        switch (field.name, field.value.content) {
        case ("message", _): break
        case ("description", .string(let text)): annotations = Annotations(text)
        default: noteLoss(field, of: member.name)
        }
      }
      if var text = entry.members.first(where: { $0.name.equalsExactly("message") }) {
        text.name = member.name
        text.nameLocation = member.nameLocation
        add(Message.parseAsShown(text.value.string ?? "").message, annotations, member.name, text)
      }
    }
  }
}
