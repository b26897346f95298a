import Testing
import TremaTestSupport

/// `trema merge` of three files.
@Suite struct MergeTests {
  static func catalogue(_ fr: String, _ de: String = "Hallo", language: String = "en") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="\(language)">
      <text key="hello">
        <context/>
        <value lang="en" status="translated">Hello</value>
        <value lang="fr" status="translated">\(fr)</value>
        <value lang="de" status="translated">\(de)</value>
      </text>
    </trema>

    """
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.catalogue("Bonjour"), to: "base.trm")
    try folder.write(Self.catalogue("Salut"), to: "ours.trm")
    try folder.write(Self.catalogue("Bonjour", "Tag"), to: "theirs.trm")
  }

  private static let nothing = Tool.Result(status: 0, output: "", errors: "")

  @Test func `changes without conflicts are merged without messages`() throws {
    #expect(
      try Tool.run("merge", "base.trm", "ours.trm", "theirs.trm", "-o", "out.trm", in: folder)
        == Self.nothing)
    #expect(try folder.text("out.trm") == Self.catalogue("Salut", "Tag"))
    #expect(
      try Tool.run("merge", "base.trm", "ours.trm", "theirs.trm", "-o", "-", in: folder)
        == Tool.Result(status: 0, output: Self.catalogue("Salut", "Tag"), errors: ""))
    #expect(
      try Tool.run("merge", "base.trm", "ours.trm", "theirs.trm", "-o", "ours.trm", in: folder)
        == Self.nothing)
    #expect(try folder.text("ours.trm") == Self.catalogue("Salut", "Tag"))
  }

  @Test func `a duplicate text on both sides is reported at its location`() throws {
    func text(_ key: String, _ value: String) -> String {
      "  <text key=\"\(key)\">\n    <context/>\n"
        + "    <value lang=\"en\" status=\"translated\">\(value)</value>\n  </text>\n"
    }
    func write(_ texts: [String], to name: String) throws {
      try folder.write(
        "<trema masterLang=\"en\">\n\(texts.joined())</trema>\n", to: "\(name).trm")
    }
    let (intro, hello) = (text("intro", "Welcome"), text("hello", "Hello"))
    try write([intro, hello], to: "base")
    try write([intro, hello, text("hello", "Hi")], to: "ours")
    // The last text has the bytes of the base.
    try write([intro, hello, text("intro", "Come in"), hello], to: "theirs")
    let result = try Tool.run(
      "merge", "base.trm", "ours.trm", "theirs.trm", "-o", "out.trm", in: folder)
    #expect(result.status == 1)
    #expect(
      result.errors.contains("ours.trm:12:5: error: [merge-conflict] 'hello' in 'en'"), "\(result)")
    #expect(result.errors.contains("\ntheirs.trm:16:5: note: their version is here\n"), "\(result)")
  }

  @Test func `conflicts are written and listed, and the exit status is 1`() throws {
    try folder.write(Self.catalogue("Coucou"), to: "theirs.trm")
    let result = try Tool.run(
      "merge", "base.trm", "ours.trm", "theirs.trm", "-o", "out.trm", in: folder)
    #expect(
      result
        == Tool.Result(
          status: 1, output: "",
          errors: """
            ours.trm:6:5: error: [merge-conflict] 'hello' in 'fr' was changed on both sides; theirs is 'Coucou'
            6 |     <value lang="fr" status="translated">Salut</value>
              |     ^ hint: keep the correct version, and remove the comment 'trema:conflict' before it
            base.trm:6:5: note: the common ancestor is here
            theirs.trm:6:5: note: their version is here
            1 error

            """))
    let expected = Self.catalogue("Salut").replacing(
      "    <value lang=\"fr\"",
      with: "    <!-- trema:conflict lang=\"fr\" base=\"Bonjour\" theirs=\"Coucou\" -->\n"
        + "    <value lang=\"fr\"")
    #expect(try folder.text("out.trm") == expected)
    #expect(try Tool.run("format", "--check", "out.trm", in: folder) == Self.nothing)
    let check = try Tool.run("check", "out.trm", in: folder)
    #expect(check.status == 1)
    #expect(
      check.output.hasPrefix(
        """
        out.trm:6:5: error: [merge-conflict] 'hello' in 'fr' was changed on both sides; theirs is 'Coucou'
        6 |     <!-- trema:conflict lang="fr" base="Bonjour" theirs="Coucou" -->
          |     ^ hint: keep the correct version, and remove the comment

        """), "\(check.output)")
    #expect(
      try Tool.run("convert", "out.trm", "-o", "made", "--format=json", in: folder).status == 1)
  }

  @Test func `locations refer to the result if it replaces our file`() throws {
    try folder.write(Self.catalogue("Coucou", "Tag"), to: "theirs.trm")
    try folder.write(Self.catalogue("Salut", "Gruss"), to: "ours.trm")
    let result = try Tool.run(
      "merge", "base.trm", "ours.trm", "theirs.trm", "-o", "ours.trm", "--path=Texts.trm",
      in: folder)
    #expect(
      result.errors == """
        Texts.trm:6:5: error: [merge-conflict] 'hello' in 'fr' was changed on both sides; theirs is 'Coucou'
        6 |     <!-- trema:conflict lang="fr" base="Bonjour" theirs="Coucou" -->
          |     ^ hint: keep the correct version, and remove the comment 'trema:conflict' before it
        Texts.trm:8:5: error: [merge-conflict] 'hello' in 'de' was changed on both sides; theirs is 'Tag'
        8 |     <!-- trema:conflict lang="de" base="Hallo" theirs="Tag" -->
          |     ^ hint: keep the correct version, and remove the comment 'trema:conflict' before it
        2 errors

        """)
  }

  @Test func `an empty base is allowed, and any other empty file is invalid`() throws {
    try folder.write("", to: "base.trm")
    try folder.write(Self.catalogue("Salut"), to: "theirs.trm")
    #expect(
      try Tool.run("merge", "base.trm", "ours.trm", "theirs.trm", "-o", "out.trm", in: folder)
        == Self.nothing)
    #expect(try folder.text("out.trm") == Self.catalogue("Salut"))
    try folder.write("", to: "ours.trm")
    try folder.write("<trema", to: "theirs.trm")
    let before = try Snapshot(of: folder)
    let result = try Tool.run(
      "merge", "base.trm", "ours.trm", "theirs.trm", "-o", "ours.trm", in: folder)
    #expect(result.status == 3)
    #expect(result.errors.contains("ours.trm:1:1: error: [malformed-xml] the file is empty"))
    #expect(result.errors.contains("theirs.trm:1:"))
    #expect(result.errors.hasSuffix("2 errors\n"))
    #expect(try Snapshot(of: folder) == before)
  }

  @Test func `different master languages are an error, and nothing is written`() throws {
    try folder.write(Self.catalogue("Salut", language: "de"), to: "theirs.trm")
    #expect(
      try Tool.run("merge", "base.trm", "ours.trm", "theirs.trm", "-o", "out.trm", in: folder)
        == Tool.Result(
          status: 1, output: "",
          errors: """
            ours.trm:2:20: error: [master-conflict] the master language is 'en', but 'theirs.trm' uses 'de'
            2 | <trema masterLang="en">
              |                    ^ hint: use catalogues with the same master language
            theirs.trm:2:20: note: 'de' is specified here
            1 error

            """))
    #expect(try Snapshot(of: folder).names == ["base.trm", "ours.trm", "theirs.trm"])
  }

  @Test(arguments: [
    (["a", "b"], "three files are required: the common ancestor, ours and theirs"),
    (["a", "b", "c"], "-o is missing"),
    (["a", "b", "c", "d", "-o", "e"], "'d' is an unexpected argument"),
    (["--install", "a"], "'a' is an unexpected argument"),
    (["--install", "--uninstall"], "--install and --uninstall cannot be combined"),
  ]) func `invalid usage reports the missing argument`(_ words: [String], _ message: String) throws
  {
    let result = try Tool.run(["merge"] + words, in: folder)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("trema: error: [usage] \(message)\n"), "\(result.errors)")
  }

  @Test func `git conflict markers are reported as such`() throws {
    let conflict = Self.catalogue("Salut").replacing(
      "    <value lang=\"fr\"",
      with: "<<<<<<< HEAD\n    <value lang=\"fr\" status=\"translated\">A</value>\n=======\n"
        + "    <value lang=\"fr\"")
    try folder.write(conflict, to: "Texts.trm")
    let result = try Tool.run("check", "Texts.trm", in: folder)
    #expect(result.status == 3)
    #expect(
      result.output == """
        Texts.trm:6:1: error: [git-conflict] the file contains an unresolved Git conflict
        6 | <<<<<<< HEAD
          | ^ hint: resolve the conflict; 'trema merge --install' makes Git merge catalogues by key
        1 error

        """)
    try folder.write(conflict.replacing("<<<<<<< HEAD\n", with: ""), to: "Texts.trm")
    #expect(
      try Tool.run("check", "Texts.trm", in: folder).output.contains(
        "Texts.trm:7:1: error: [stray-text] unexpected text outside a value\n"
          + "7 | =======\n  | ^ hint: remove the line, which is left over from a Git conflict\n"))
  }
}
