import Testing
import TremaMessages

@testable import TremaFormats

@Suite struct PosixLanguageTests {
  @Test(arguments: [
    ("de_CH.UTF-8", "de-CH"), ("sr@latin", "sr-Latn"), ("sr_RS@latin", "sr-Latn-RS"),
    ("uz@Cyrillic", "uz-Cyrl"), ("ca@valencia", "ca-valencia"), ("be@tarask", "be-tarask"),
    ("de_DE@euro", "de-DE"), ("sr@ijekavianlatin", "sr-Latn-ijekavsk"), ("en@quot", "en-x-quot"),
    ("en@boldquot", "en-boldquot"), ("de@a@b", nil), ("@latin", nil), ("fr@", nil),
  ])
  func `the modifier of a locale is part of the language`(name: String, tag: String?) {
    #expect(LanguageTag.posix(name)?.description == tag)
  }
}
