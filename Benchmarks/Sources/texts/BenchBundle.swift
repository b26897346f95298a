import Foundation
import TextsBaseline

/// Ten thousand texts, in an app bundle and in a gettext catalog.
enum BenchBundle {
  /// The bundle of the accessors; a constant, like `Bundle.module`.
  static let bundle = Bundle(path: folder.path) ?? .main

  static let folder = FileManager.default.temporaryDirectory.appending(path: "texts-\(UUID())")

  static let domain = "bench"

  /// The keys and texts, which are the same in each run.
  static let texts = texts(10_000)

  private static func texts(_ count: Int) -> [(key: String, text: String)] {
    let words = [
      "Anmelden", "Größe", "Zurück zur Übersicht", "Einstellungen", "OK", "Ja", "Привет", "こんにちは",
      "Passwort vergessen?", "Ihre Bestellung ist unterwegs.", "Weiter", "Später erinnern",
    ]
    return (0..<count).map { number in
      let text = (0...(number % 5)).map { words[(number * 7 + $0 * 5) % words.count] }
      return (
        "screen\(number % 97).section\(number % 13).label\(number)",
        text.joined(separator: " ") + " \(number)"
      )
    }
  }

  /// Creates a bundle that contains only a compiled catalog.
  ///
  /// - Parameters:
  ///   - count: The number of texts.
  ///   - trema: The command's path.
  static func compiled(_ count: Int, by trema: String) throws -> Bundle {
    let place = folder.appending(path: "compiled\(count)")
    let source = folder.appending(path: "Compiled.trm")
    let lines = texts(count).map { key, text in
      "<text key=\"\(key)\"><value lang=\"de\">\(text)</value></text>\n"
    }
    try Data(("<trema masterLang=\"de\">\n" + lines.joined() + "</trema>\n").utf8).write(to: source)
    try run(
      trema, "convert", source.path, "--output", place.path, "--format", "compiled")
    guard let bundle = Bundle(path: place.path) else {
      throw Failure(description: "no bundle at \(place.path)")
    }
    return bundle
  }

  /// Writes `de.lproj` and `de/LC_MESSAGES/bench.mo`.
  static func write() throws {
    let apple = folder.appending(path: "de.lproj")
    let gettext = folder.appending(path: "de/LC_MESSAGES")
    for folder in [apple, gettext] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let lines = texts.map { "\"\($0.key)\" = \"\($0.text)\";\n" }
    // Appends the output of `trema convert` for Texts.trm.
    let strings =
      lines.joined()
      + "\"bench.greeting\" = \"Hallo %1$@, noch %2$ld Tage bis zum Ende der Testphase\";\n"
    try Data(strings.utf8).write(to: apple.appending(path: "Localizable.strings"))
    try Data(plurals.utf8).write(to: apple.appending(path: "Localizable.stringsdict"))
    let entries = texts.map { "msgid \"\($0.key)\"\nmsgstr \"\($0.text)\"\n\n" }
    let head = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n"
    let source = folder.appending(path: "bench.po")
    try Data((head + entries.joined()).utf8).write(to: source)
    try run("msgfmt", "-o", gettext.appending(path: "\(domain).mo").path, source.path)
    guard texts_baseline_open(folder.path, domain, "de") == 0 else {
      throw Failure(description: "the C library does not support gettext")
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    // The standard output of this process contains the measurements.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "\(command[0]) exited with \(process.terminationStatus)")
    }
  }

  private static let plurals = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
    	<key>bench.days_left</key>
    	<dict>
    		<key>NSStringLocalizedFormatKey</key>
    		<string>%#@days@</string>
    		<key>days</key>
    		<dict>
    			<key>NSStringFormatSpecTypeKey</key>
    			<string>NSStringPluralRuleType</string>
    			<key>NSStringFormatValueTypeKey</key>
    			<string>ld</string>
    			<key>one</key>
    			<string>Noch %ld Tag bis zum Ende der Testphase</string>
    			<key>other</key>
    			<string>Noch %ld Tage bis zum Ende der Testphase</string>
    		</dict>
    	</dict>
    </dict>
    </plist>
    """
}
