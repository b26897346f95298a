import Foundation
import Testing
import TremaLocalization

@Suite struct HostilePluralTests {
  /// Returns the texts shown for `a` and for a valid plural, and the problem reported for `a`.
  private func report(_ entry: String) throws -> (
    shown: String, reasons: [TranslationProblem.Reason]
  ) {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.stringsdict": StringsdictFile.file(
        "<key>a</key>\(entry)<key>b</key><dict><key>NSStringLocalizedFormatKey</key>"
          + "<string>sound</string></dict>"),
      "en.lproj/Localizable.strings": "\"a\" = \"from the texts\";",
    ])
    let (english, problems) = translator(bundle, ["en"])
    let shown = english.translate("a")
    #expect(english.translate("a") == shown)
    #expect(english.translate("b") == "sound")
    #expect(problems.all.allSatisfy { $0.key == "a" && $0.language?.description == "en" })
    return (shown, problems.reasons)
  }

  private static func dict(_ entries: [(String, String)]) -> String {
    "<dict>" + entries.map { "<key>\($0)</key>\($1)" }.joined() + "</dict>"
  }

  private static func format(_ format: String, _ more: [(String, String)]) -> String {
    dict([("NSStringLocalizedFormatKey", "<string>\(format)</string>")] + more)
  }

  @Test(arguments: [
    (dict([]), "NSStringLocalizedFormatKey is missing"),
    ("<integer>1</integer>", "expected a dictionary, found <integer>"),
    (dict([("NSStringLocalizedFormatKey", "<true/>")]), "NSStringLocalizedFormatKey is not a text"),
    (
      format("%#@n@", []), "the format uses the unknown variable 'n'"
    ),
    (
      format("%#@n@", [("n", dict([("one", "<string>x</string>")]))]),
      "the variable 'n' has no form for 'other'"
    ),
    (
      format("%#@n@", [("n", dict([("other", "<string>x %#@n@</string>")]))]),
      "the variable 'n' refers to itself"
    ),
    (
      format("%#@n@", [("n", dict([("other", "<integer>1</integer>")]))]),
      "the form 'other' of the variable 'n' is not a text"
    ),
    (
      format("%#@n@", [("n", dict([("NSStringFormatSpecTypeKey", "<string>Odd</string>")]))]),
      "the variable 'n' has a rule other than NSStringPluralRuleType"
    ),
    (
      dict([("NSStringDeviceSpecificRuleType", dict([("toaster", "<string>x</string>")]))]),
      "NSStringDeviceSpecificRuleType has no variant for 'other'"
    ),
    (
      dict([("NSStringVariableWidthRuleType", dict([("wide", "<string>x</string>")]))]),
      "NSStringVariableWidthRuleType has no variant"
    ),
  ])
  func `a malformed entry is reported once, and other texts are still shown`(
    entry: String, reason: String
  ) throws {
    let (shown, reasons) = try report(entry)
    #expect(shown == "from the texts")
    guard case .malformedPlural(let why)? = reasons.first, reasons.count == 1 else {
      Issue.record("\(reasons)")
      return
    }
    // On Apple platforms, the device's name is also listed.
    #expect(why.hasSuffix(reason) || why.hasSuffix("or 'other'"))
  }

  @Test func `variables that multiply are rejected in time`() throws {
    let levels = (0..<7).map { level in
      let form = String(repeating: "%#@v\(level + 1)@", count: 500)
      return ("v\(level)", Self.dict([("other", "<string>\(form)</string>")]))
    }
    let last = ("v7", Self.dict([("other", "<string>x</string>")]))
    let (shown, reasons) = try report(Self.format("%#@v0@", levels + [last]))
    #expect(shown == "from the texts")
    #expect(reasons == [.malformedPlural("the text is too long after its variables are expanded")])
  }

  @Test func `variants of width and device are selected`() throws {
    let variants = [
      ("20", "<string>short</string>"), ("100", "<string>the longest</string>"),
      ("50", "<string>longer</string>"),
    ]
    #expect(
      try report(Self.dict([("NSStringVariableWidthRuleType", Self.dict(variants))])).shown
        == "the longest")
    let names = ["mac", "iphone", "ipad", "ipod", "appletv", "applewatch", "applevision", "other"]
    let devices = names.map { ($0, "<string>Tap %@</string>") }
    let device = Self.dict([("NSStringDeviceSpecificRuleType", Self.dict(devices))])
    let (shown, reasons) = try report(device)
    #expect(shown == "Tap %@")
    #expect(reasons.isEmpty)
  }

  @Test(arguments: [
    ("", "is not a property list"), ("hello", "is not a property list"),
    (
      "<plist><dict><key>a</key>", "line 1: the file ends too early; the texts after it are missing"
    ),
    (
      String(repeating: "<dict><key>a</key>", count: 100_000),
      "line 1: dictionaries are nested too deeply; the texts after it are missing"
    ),
    ("bplist00 and nothing", "is a damaged binary property list"),
  ])
  func `an unreadable plurals file is reported once, and plain texts are used`(
    content: String, problem: String
  ) throws {
    let bundle = try TemporaryBundle([
      "en.lproj/Localizable.stringsdict": content,
      "en.lproj/Localizable.strings": "\"a\" = \"from the texts\";",
    ])
    let (english, problems) = translator(bundle, ["en"])
    for _ in 1...3 { #expect(english.translate("a") == "from the texts") }
    #expect(problems.reasons == [.unreadablePlurals(problem)])
  }
}
