import Foundation
import Testing
import TremaTestSupport

/// Translations that name other arguments than their original, and arguments that a single language
/// writes in a way that trema does not read.
@Suite struct OtherArgumentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func imported(_ files: [String: String]) throws -> (catalogue: String, errors: String) {
    for (path, text) in files { try folder.write(text, to: path) }
    let result = try Tool.run(["import", "--master=en"] + files.keys.sorted(), in: folder)
    #expect(result.status == 0, "\(result)")
    return (try folder.text("Texts.trm"), result.errors)
  }

  private func mismatches() throws -> Int {
    let found = try Tool.run(["check", "Texts.trm"], in: folder).output
    return found.components(separatedBy: "[placeholder-mismatch]").count - 1
  }

  @Test func `an ARB argument name that is not in the original is an unknown argument`() throws {
    let (catalogue, errors) = try imported([
      "app_en.arb": #"""
      {"@@locale": "en", "a": "Hello {user}", "@a": {"placeholders": {"user": {}}},
       "b": "{a} and {b}", "@b": {"placeholders": {"a": {}, "b": {"type": "int"}}}, "c": "{x} or {y}"}
      """#,
      "app_de.arb": #"""
      {"@@locale": "de", "a": "Hallo {usr}",
       "b": "{b} und {c}", "@b": {"placeholders": {"b": {}, "c": {}}}, "c": "{y} oder {x}"}
      """#,
    ])
    for value in ["Hallo %2$@", "%2$@ und %3$@", "%2$@ oder %1$@"] {
      #expect(catalogue.contains(">\(value)<"), "\(catalogue)")
    }
    #expect(
      errors.contains(
        "'a' has the argument 'usr', which is not in the original; it becomes %2$@"),
      "\(errors)")
    #expect(errors.components(separatedBy: "[unknown-argument]").count == 3, "\(errors)")
    #expect(try mismatches() == 2)
  }

  @Test func `i18next keeps unknown argument names in plurals too`() throws {
    let (catalogue, errors) = try imported([
      "locales/en.json": #"""
      {"a": "Hello {{user}}", "b_one": "{{count}} of {{who}}", "b_other": "{{count}} of {{who}}s"}
      """#,
      "locales/de.json": #"""
      {"a": "Hallo {{usr}}", "b_one": "{{count}} von {{wer}}", "b_other": "{{count}} von {{wer}}s"}
      """#,
    ])
    #expect(catalogue.contains(">Hallo %2$@<") && catalogue.contains("{wer}"), "\(catalogue)")
    #expect(errors.contains("locales/de.json:1:7: warning: [unknown-argument]"), "\(errors)")
    #expect(try mismatches() == 2)
  }

  @Test func `a text is a MessageFormat pattern in all languages or in none`() throws {
    let (_, errors) = try imported([
      "Texts_en.properties":
        "n={0,number,integer} items\na=It''s {0}\nb=There {0,choice,0#is ''none''|1#is one} in {1}\n",
      "Texts_de.properties":
        "n={0} Dinge\na=Es ist {0,number,currency}\nb={0} Dateien in ''{1}''\n",
    ])
    #expect(errors.contains("it is skipped, because its original is valid"), "\(errors)")
    #expect(errors.contains("it is kept as text"), "\(errors)")
    #expect(try mismatches() == 0)
    let result = try Tool.run(
      ["convert", "Texts.trm", "--format=properties", "--table=Texts", "-o", "out"], in: folder)
    #expect(result.status == 0, "\(result)")
    let (english, german) = (
      try folder.text("out/Texts_en.properties"), try folder.text("out/Texts_de.properties")
    )
    #expect(
      english.hasSuffix(
        "n={0,number,integer} items\na=It''s {0}\nb=There {0,choice,0#is ''none''|1#is one} in {1}\n"
      ),
      "\(english)")
    #expect(
      german.hasSuffix("regenerate this file.\nn={0} Dinge\nb={0} Dateien in ''{1}''\n"),
      "\(german)")
  }
}
