import Foundation
import Testing
import TremaTestSupport

/// moz.l10n and translate-toolkit, which share no code with us, read the files that `trema convert`
/// made of the sample catalogue.
@Suite struct SecondReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Key, a tab, the category of a plural or nothing, a tab, the text; line breaks as `\n`.
  private static let reader = """
    import sys
    from moz.l10n.resource import parse_resource
    def text(pattern):
        return "".join(p if isinstance(p, str) else p.attributes["source"] for p in pattern)
    for section in parse_resource(sys.argv[1]).sections:
        for entry in section.entries:
            if not hasattr(entry, "value"):
                continue
            key, value = entry.id[-1], entry.value
            forms = getattr(value, "variants", None)
            forms = {("",): value.pattern} if forms is None else forms
            for form, pattern in forms.items():
                name = str(getattr(form[0], "value", form[0]) or "other")
                name = name if len(forms) > 1 else ""
                print(key, name, text(pattern).replace("\\n", "\\\\n"), sep="\\t")
    """

  /// Key, a tab, the text or the texts of a plural.
  private static let toolkit = """
    import sys
    from translate.storage import aresource, properties
    if sys.argv[1].endswith(".xml"):
        texts = [(unit.getid(), unit.target)
                 for unit in aresource.AndroidResourceFile.parsefile(sys.argv[1]).units]
    else:
        store = properties.stringsutf8file()
        store.parse(open(sys.argv[1], "rb").read())
        texts = [(unit.name, unit.value) for unit in store.units]
    for key, text in texts:
        forms = [str(form) for form in getattr(text, "strings", [text])]
        if key:
            print(key, "|".join(forms).replace("\\n", "\\\\n"), sep="\\t")
    """

  private func lines(_ path: String, by reader: String = reader) throws -> Set<String> {
    let verdict = try Judge.environmentPython.run(["-c", reader, path], in: folder)
    try #require(verdict.status == 0, "\(verdict.complaint)")
    return Set(verdict.text.split(separator: "\n").map(String.init))
  }

  @Test func `independent readers find the same texts and plural forms`() throws {
    let texts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Examples/Bistro/Texts.trm").path
    let convert = try Tool.run(
      ["convert", texts, "-o", "out", "--format", "android,strings,po,properties,xliff"], in: folder
    )
    #expect(convert.status == 0, "\(convert)")
    let plain = [
      "soup_name\t\tZupa dyniowa", "goodbye\t\tSmacznego!\\nDo zobaczenia.",
      "tart_description\t\tz bitą śmietaną, 36 % tłuszczu",
    ]
    let forms = ["wolne miejsce", "wolne miejsca", "wolnych miejsc", "wolnego miejsca"]
    let android = try lines("out/values-pl/strings.xml")
    #expect(android.isSuperset(of: plain), "\(android)")
    #expect(android.contains("order_confirmation\t\tStolik %3$d: %1$d × %2$s, razem %4$.2f €."))
    for (category, form) in zip(["one", "few", "many", "other"], forms) {
      #expect(android.contains("free_seats\t\(category)\t%1$,d \(form)"), "\(android)")
    }
    let po = try lines("out/Localizable_pl.po")
    for (index, form) in forms.prefix(3).enumerated() {
      #expect(po.contains { $0.hasSuffix("\t\(index)\t%d \(form)") }, "\(po)")
    }
    for path in ["out/Localizable_pl.properties", "out/Localizable_pl.xliff"] {
      let found = try lines(path)
      #expect(found.isSuperset(of: plain), "\(path): \(found)")
      #expect(found.count == 14)
    }
    let toolkitPlain = plain.map { $0.replacing("\t\t", with: "\t") }
    let resources = try lines("out/values-pl/strings.xml", by: Self.toolkit)
    #expect(resources.isSuperset(of: toolkitPlain), "\(resources)")
    // It has three forms of Polish, those of whole numbers.
    let known = forms.prefix(3).map { "%1$,d \($0)" }.joined(separator: "|")
    #expect(resources.contains("free_seats\t\(known)"), "\(resources)")
    let strings = try lines("out/pl.lproj/Localizable.strings", by: Self.toolkit)
    #expect(strings.isSuperset(of: toolkitPlain), "\(strings)")
    #expect(strings.contains("greeting\tDobry wieczór, %@!"))
  }
}
