import Foundation
import Testing

@Suite struct CommandTests {
  /// A conversion, and the folder of its expected golden files.
  struct Case: CustomTestStringConvertible {
    var fixture: String
    var golden: String
    var options: [String]
    var testDescription: String { golden }
  }

  private static let cases = [
    Case(
      fixture: "texts.trm", golden: "girders",
      options: ["--compat", "girders", "--format", "strings,swift"]),
    Case(
      fixture: "broken.trm", golden: "girders-broken",
      options: ["--compat", "girders", "--format", "strings,swift"]),
    Case(
      fixture: "texts.trm", golden: "trema-core",
      options: [
        "--compat=trema-core", "--format=android,json,properties", "--default-language=de",
      ]),
    Case(
      fixture: "broken.trm", golden: "trema-core-broken",
      options: ["--compat=trema-core", "--format=android,json,properties"]),
  ]

  @Test(arguments: cases)
  func `the files equal those of the older tool, byte for byte`(_ test: Case) throws {
    let shell = try Shell()
    try shell.write(Data(contentsOf: Files.fixture(test.fixture)), to: "Texts.trm")
    let result = try shell.run(
      try shell.tool.path(), ["convert", "Texts.trm", "-o", "out"] + test.options)
    #expect(result.status == 0, "\(result.error)")
    let golden = Files.folder.appending(path: "Golden/\(test.golden)")
    let expected = try Shell.files(below: golden)
    // A golden Swift file has an extension that formatters ignore.
    let made = expected.map { $0.hasSuffix(".golden") ? String($0.dropLast(7)) : $0 }
    #expect(try shell.files(in: "out") == made)
    for (name, file) in zip(expected, made) {
      #expect(try shell.read("out/\(file)") == Files.golden("\(test.golden)/\(name)"), "\(file)")
    }
  }

  @Test func `the last of several values is used, as in trema.rb`() throws {
    let shell = try Shell()
    try shell.write(
      Data(
        """
        <trema masterLang="en">
        <text key="a"><context/><value lang="en" status="verified">1</value>
        <value lang="de" status="verified">eins</value></text>
        <text key="b"><context/><value lang="en" status="verified">B</value>
        <value lang="de" status="verified">B1</value>
        <value lang="de" status="verified">B2</value></text>
        <text key="a"><context/><value lang="en" status="verified">2</value></text>
        <text key="a"><context/><value lang="en" status="verified">3</value></text>
        </trema>
        """.utf8), to: "Texts.trm")
    let arguments = ["convert", "Texts.trm", "-o", "out", "--format"]
    let result = try shell.run(
      try shell.tool.path(), arguments + ["strings,swift", "--compat", "girders"])
    #expect(result.status == 0, "\(result.error)")
    #expect(
      try shell.read("out/en.lproj/messages.strings") == "\"a\" = \"3\";\n\"b\" = \"B\";\n")
    #expect(
      try shell.read("out/de.lproj/messages.strings") == "\"a\" = \"eins\";\n\"b\" = \"B2\";\n")
    #expect(
      result.error.contains(
        """
        Texts.trm:5:1: warning: [duplicate-language] 'b' has two values for 'de'
        5 | <value lang="de" status="verified">B1</value>
          | ^ hint: remove one of them; the last value is used
        Texts.trm:7:1: warning: [duplicate-key] key 'a' is defined twice (first on line 2)
        """), "\(result.error)")
    // Without the old tool's rule one of them would be lost silently.
    #expect(try shell.run(try shell.tool.path(), arguments + ["strings"]).status == 1)
  }

  @Test func `a difference from trema.rb is a warning with a location`() throws {
    #expect(
      try differences("broken.trm", "--compat", "girders", "--format", "strings,swift") == [
        "Texts.trm:3:14: warning: [compat-difference] textsCreator.rb named this text 'class', "
          + "which does not compile; it is `class`",
        "Texts.trm:4:14: warning: [compat-difference] textsCreator.rb wrote only the first line of "
          + "this context as a comment",
        #"Texts.trm:6:45: warning: [compat-difference] trema.rb wrote \u00e9 unchanged, which "#
          + "Foundation reads as 'u00e9'",
        #"Texts.trm:6:52: warning: [compat-difference] trema.rb escaped the quotation mark in \" "#
          + "again, which ended the value there",
      ])
  }

  @Test func `a difference from trema-core is a warning with a location`() throws {
    #expect(
      try differences("broken.trm", "--compat", "trema-core", "--format", "android") == [
        "Texts.trm:3:14: warning: [compat-difference] trema-core stopped at this key, or wrote a "
          + "name that Android rejects ('class' is a reserved word in Java); the name is now 'class_'",
        "Texts.trm:10:42: warning: [compat-difference] trema-core omitted the text inside the "
          + "elements of this value",
        "Texts.trm:10:53: warning: [compat-difference] trema-core wrote '<' unescaped, which is not "
          + "well-formed XML here",
        "Texts.trm:10:60: warning: [compat-difference] trema-core wrote 'x y < z %ld', whose "
          + "placeholders Java rejects or reads differently",
      ])
    #expect(
      try differences("texts.trm", "--compat=trema-core", "--format=android").contains(
        "Texts.trm:6:18: warning: [compat-difference] trema-core wrote to values-de_CH, which "
          + "Android rejects; this file is in values-de-rCH"))
  }

  @Test func `differences are reported with the severity set in the project`() throws {
    let shell = try Shell()
    try shell.write(Data(contentsOf: Files.fixture("broken.trm")), to: "Texts.trm")
    let options = ["convert", "Texts.trm", "-o", "out", "--compat=girders", "--format=strings"]
    let strict = try shell.run(
      try shell.tool.path(), options + ["--severity=compat-difference=error"])
    #expect(strict.status == 1)
    #expect(!FileManager.default.fileExists(atPath: shell.folder.appending(path: "out").path()))
    let silent = try shell.run(
      try shell.tool.path(), options + ["--severity=compat-difference=off"])
    #expect(silent.status == 0)
    #expect(!silent.error.contains("compat-difference"))
  }

  @Test func `a language without values has a trema-core file and no trema.rb file`() throws {
    let shell = try Shell()
    try shell.write(Data(contentsOf: Files.fixture("texts.trm")), to: "Texts.trm")
    _ = try shell.trema(
      "convert", "Texts.trm", "-o", "out", "--compat=girders", "--format=strings",
      "--languages=fr,it")
    #expect(try shell.files(in: "out") == ["fr.lproj/messages.strings"])
    _ = try shell.trema(
      "convert", "Texts.trm", "-o", "java", "--compat=trema-core", "--format=json,android",
      "--languages=fr,it", "--table=base")
    #expect(
      try shell.files(in: "java") == [
        "base_fr.json", "base_it.json", "values-fr/strings.xml", "values-it/strings.xml",
      ])
    #expect(try shell.read("java/base_it.json") == "{\n}")
    // With this status the master language has no values, but its file is still written.
    _ = try shell.trema(
      "convert", "Texts.trm", "-o", "special", "--compat=trema-core", "--format=properties",
      "--status=special")
    #expect(
      try shell.files(in: "special") == [
        "text_de.properties", "text_de_CH.properties", "text_fr.properties",
      ])
  }

  @Test func `every language of a catalogue is written, even with a single value`() throws {
    let texts = (1...30).map { "<text key='k\($0)'><context/><value lang='de'>x</value></text>" }
    let rare = "<text key='r'><context/><value lang='de'>x</value><value lang='rm'>y</value></text>"
    let shell = try Shell()
    try shell.write(
      "<trema masterLang='de'>\(texts.joined())\(rare)</trema>".utf8, to: "Texts.trm")
    let result = try shell.trema(
      "convert", "Texts.trm", "-o", "out", "--compat=girders", "--format=strings")
    #expect(!result.error.contains("stray-language"))
    #expect(try shell.read("out/rm.lproj/messages.strings") == "\"r\" = \"y\";\n")
  }

  @Test func `a plural message is written as plain text with a warning`() throws {
    let shell = try Shell()
    let value = "{n, plural, one {# Tag} other {# Tage}}"
    try shell.write(
      "<trema masterLang='de'><text key='k'><context/><value lang='de'>\(value)</value></text></trema>"
        .utf8, to: "Texts.trm")
    let result = try shell.trema(
      "convert", "Texts.trm", "-o", "out", "--compat=trema-core", "--format=json")
    #expect(result.status == 0, "\(result.error)")
    #expect(try shell.read("out/text_de.json") == "{\n\t\"k\": \"\(value)\"\n}")
  }

  @Test(arguments: [
    (
      ["--compat=girders", "--format=android"],
      "--compat girders supports strings, swift, not 'android'"
    ),
    (
      ["--compat=trema-core", "--format=json,swift"],
      "--compat trema-core supports android, json, properties, not 'swift'"
    ),
    (
      ["--compat=girders", "--format=strings", "--raw-backslash"],
      "--raw-backslash cannot be combined with --compat girders"
    ),
    (
      ["--compat=trema-core", "--format=json", "--fallback=master"],
      "--fallback cannot be combined with --compat trema-core"
    ),
    (
      ["--compat=girders", "--format=swift", "--bundle=module"],
      "--bundle cannot be combined with --compat girders"
    ),
    (
      ["--compat=trema-core", "--format=json", "--default-language=de", "--languages=fr"],
      "--default-language: 'de' is not one of the languages"
    ),
    (
      ["--compat=ruby", "--format=json"], "--compat must be one of girders, trema-core, not 'ruby'"
    ),
  ])
  func `features that an older tool lacks are refused`(options: [String], message: String) throws {
    let shell = try Shell()
    try shell.write(Data(contentsOf: Files.fixture("texts.trm")), to: "Texts.trm")
    let result = try shell.run(
      try shell.tool.path(), ["convert", "Texts.trm", "-o", "out"] + options)
    #expect(result.status == 2)
    #expect(result.error.contains("[usage] \(message)"), "\(result.error)")
  }

  @Test func `a struct keeps its old name if Swift accepts it`() throws {
    let shell = try Shell()
    try shell.write(Data(contentsOf: Files.fixture("texts.trm")), to: "Texts.trm")
    let result = try shell.trema(
      "convert", "Texts.trm", "-o", "out", "--compat=girders", "--format=swift", "--type=myTexts")
    #expect(result.status == 0, "\(result.error)")
    #expect(try shell.read("out/myTexts.swift").contains("struct myTexts { \n"))
  }

  /// The lines of standard error about differences.
  private func differences(_ fixture: String, _ options: String...) throws -> [String] {
    let shell = try Shell()
    try shell.write(Data(contentsOf: Files.fixture(fixture)), to: "Texts.trm")
    let result = try shell.run(
      try shell.tool.path(), ["convert", "Texts.trm", "-o", "out"] + options)
    return result.error.split(separator: "\n").map(String.init).filter {
      $0.contains("[compat-difference]")
    }
  }
}
