import Testing
import TremaTestSupport

/// Merges of catalogues by git after `trema merge --install`.
@Suite struct MergeDriverTests {
  private let git: GitFolder

  init() throws {
    git = try GitFolder()
    try commit("base", "Bonjour")
  }

  private func commit(
    _ name: String, _ fr: String, _ de: String = "Hallo", file: String = "Texts.trm"
  ) throws {
    try git.folder.write(MergeTests.catalogue(fr, de), to: file)
    try git.run("git add -A; git commit -q -m '\(name)'")
  }

  /// Two branches that both changed the text, ours checked out.
  private func branch(ours: (String, String), theirs: (String, String)) throws {
    try git.run(
      "trema merge --install; git add -A; git commit -q -m install; git switch -qc theirs")
    try commit("theirs", theirs.0, theirs.1)
    try git.run("git switch -q main")
    try commit("ours", ours.0, ours.1)
  }

  private static let comment =
    "    <!-- trema:conflict lang=\"fr\" base=\"Bonjour\" theirs=\"Coucou\" -->\n"

  @Test(arguments: ["git merge -q theirs", "git rebase -q theirs", "git cherry-pick theirs"])
  func `edits of neighbouring lines are merged automatically`(_ command: String) throws {
    try branch(ours: ("Salut", "Hallo"), theirs: ("Bonjour", "Tag"))
    try git.run(command)
    #expect(try git.folder.text("Texts.trm") == MergeTests.catalogue("Salut", "Tag"))
    #expect(try git.run("git status --porcelain").isEmpty)
  }

  @Test(arguments: [
    ("git merge theirs", "git commit -q --no-edit"), ("git cherry-pick theirs", "git commit -qm x"),
  ])
  func `a conflict stops git, keeping our version with theirs in a comment above`(
    _ command: String, _ goOn: String
  ) throws {
    try branch(ours: ("Salut", "Hallo"), theirs: ("Coucou", "Tag"))
    let result = try git.script(command)
    #expect(result.status == 1)
    #expect(
      result.text.contains("Texts.trm:6:5: error: [merge-conflict] 'hello' in 'fr'"),
      "\(result.text)")
    let merged = try git.folder.text("Texts.trm")
    #expect(merged.replacing(Self.comment, with: "") == MergeTests.catalogue("Salut", "Tag"))
    #expect(merged.contains(Self.comment))
    #expect(try git.run("git status --porcelain") == "UU Texts.trm\n")
    #expect(try git.script("trema check Texts.trm").text.contains("[merge-conflict]"))
    try git.folder.write(merged.replacing(Self.comment, with: ""), to: "Texts.trm")
    try git.run("trema check Texts.trm; git add Texts.trm; \(goOn)")
    #expect(try git.run("git status --porcelain").isEmpty)
  }

  @Test func `a rebase stops at a conflict and continues`() throws {
    try branch(ours: ("Salut", "Hallo"), theirs: ("Coucou", "Tag"))
    #expect(try git.script("git rebase theirs").status == 1)
    // During a rebase git calls the rebased commit "theirs".
    let comment = Self.comment.replacing("Coucou", with: "Salut")
    let merged = try git.folder.text("Texts.trm")
    #expect(merged.contains(comment), "\(merged)")
    try git.folder.write(merged.replacing(comment, with: ""), to: "Texts.trm")
    try git.run("git add Texts.trm; git rebase --continue")
    #expect(try git.folder.text("Texts.trm") == MergeTests.catalogue("Coucou", "Tag"))
  }

  @Test func `edits from the other side are merged into a renamed file`() throws {
    try git.run(
      "trema merge --install; git add -A; git commit -q -m install; git switch -qc theirs"
        + "; git mv Texts.trm 'The app.trm'; git commit -q -m renamed")
    try commit("theirs", "Bonjour", "Tag", file: "The app.trm")
    try git.run("git switch -q main")
    try commit("ours", "Salut")
    try git.run("git merge -q theirs")
    #expect(try git.folder.text("The app.trm") == MergeTests.catalogue("Salut", "Tag"))
    #expect(try git.run("ls *.trm") == "The app.trm\n")
  }

  @Test func `a file added by both branches is merged without a base`() throws {
    try git.run(
      "trema merge --install; git add -A; git commit -q -m install; git switch -qc theirs")
    try commit("theirs", "Salut", "Tag", file: "New.trm")
    try git.run("git switch -q main")
    try commit("ours", "Salut", file: "New.trm")
    #expect(try git.script("git merge theirs").status == 1)
    #expect(
      try git.folder.text("New.trm").contains(
        "    <!-- trema:conflict lang=\"de\" theirs=\"Tag\" -->\n"
          + "    <value lang=\"de\" status=\"translated\">Hallo</value>\n"))
  }

  @Test func `without the driver git marks the conflict; a missing program keeps our version`()
    throws
  {
    try branch(ours: ("Salut", "Hallo"), theirs: ("Bonjour", "Tag"))
    try git.run("git config --remove-section merge.trema")
    #expect(try git.script("git merge theirs").status == 1)
    let check = try git.script("trema check Texts.trm")
    #expect(check.status == 3)
    #expect(
      check.text.contains("error: [git-conflict] the file contains an unresolved Git conflict"))
    try git.run("git merge --abort; git config merge.trema.driver 'no-such-program %O %A %B'")
    #expect(try git.script("git merge theirs").status == 1)
    #expect(try git.folder.text("Texts.trm") == MergeTests.catalogue("Salut"))
    #expect(try git.run("git status --porcelain") == "UU Texts.trm\n")
    // A mistake is corrected by merging once more.
    try git.run("git merge --abort; trema merge --install; git merge -q theirs")
    #expect(try git.folder.text("Texts.trm") == MergeTests.catalogue("Salut", "Tag"))
  }

  @Test func `an unreadable file is reported to git as a conflict`() throws {
    try git.run(
      "trema merge --install; git add -A; git commit -q -m install; git switch -qc theirs")
    try git.folder.write("<trema", to: "Texts.trm")
    try git.run("git commit -qam broken; git switch -q main")
    try commit("ours", "Salut")
    let result = try git.script("git merge theirs")
    #expect(result.status == 1)
    #expect(result.text.contains("Texts.trm (theirs):1:"), "\(result.text)")
    // Without git's markers, the file would look merged, and committing it would lose their change.
    let text = try git.folder.text("Texts.trm")
    #expect(
      text == "<<<<<<< Texts.trm (ours)\n\(MergeTests.catalogue("Salut"))=======\n<trema\n"
        + ">>>>>>> Texts.trm (theirs)\n")
    #expect(try git.run("git status --porcelain") == "UU Texts.trm\n")
    #expect(try git.script("trema check Texts.trm").text.contains("[git-conflict]"))
  }

  @Test func `CRLF line endings are preserved`() throws {
    func text(_ fr: String, _ de: String) -> String {
      MergeTests.catalogue(fr, de).replacing("\n", with: "\r\n")
    }
    try git.run("git config core.autocrlf false; trema merge --install")
    try git.folder.write(text("Bonjour", "Hallo"), to: "Texts.trm")
    try git.run("git add -A; git commit -qm base; git switch -qc theirs")
    try git.folder.write(text("Bonjour", "Tag"), to: "Texts.trm")
    try git.run("git commit -qam theirs; git switch -q main")
    try git.folder.write(text("Salut", "Hallo"), to: "Texts.trm")
    try git.run("git commit -qam ours; git merge -q theirs")
    #expect(try git.folder.text("Texts.trm").utf8.elementsEqual(text("Salut", "Tag").utf8))
    #expect(try git.run("git diff --numstat --no-ext-diff HEAD~").hasPrefix("1\t1\t"))
  }

  @Test func `git diff shows changes for any file name`() throws {
    try git.run("trema merge --install; cp Texts.trm ./-x.trm; git add -A; git commit -qm more")
    try git.folder.write(MergeTests.catalogue("Salut"), to: "Texts.trm")
    try git.folder.write(MergeTests.catalogue("Coucou"), to: "-x.trm")
    let told = try git.run("git diff")
    for fr in ["Salut", "Coucou"] {
      #expect(
        told.contains("~ hello\n    fr  translated\n      - Bonjour\n      + \(fr)\n"), "\(told)")
    }
    #expect(!told.contains("@@"))
  }

  @Test func `a conflict between a status and a text is reported as such`() throws {
    try branch(ours: ("Salut", "Hallo"), theirs: ("Bonjour", "Tag"))
    try git.run("git switch -q theirs")
    let verified = MergeTests.catalogue("Bonjour", "Tag").replacing(
      "lang=\"fr\" status=\"translated\"", with: "lang=\"fr\" status=\"verified\"")
    try git.folder.write(verified, to: "Texts.trm")
    try git.run("git commit -qam verified; git switch -q main")
    #expect(
      try git.script("git merge theirs").text.contains(
        "[merge-conflict] 'hello' in 'fr' was changed by ours, and its status by theirs; theirs is "
          + "'verified'\n"))
  }

  // MARK: Setting up

  @Test func `running setup twice changes nothing, and existing settings are kept`() throws {
    try git.folder.write("*.png binary", to: ".gitattributes")
    let said = try git.run("trema merge --install")
    #expect(
      said == """
        added to .gitattributes: *.trm merge=trema diff=trema
        set merge.trema.name = trema: texts by key, language and status
        set merge.trema.driver = '\(Tool.path)' merge %O %A %B -o %A --path=%P
        set diff.trema.command = '\(Tool.path)' diff --driver --

        """)
    let attributes = "*.png binary\n*.trm merge=trema diff=trema\n"
    #expect(try git.folder.text(".gitattributes") == attributes)
    #expect(try git.run("trema merge --install") == "nothing to do\n")
    #expect(try git.folder.text(".gitattributes") == attributes)
    try git.run("trema merge --uninstall")
    #expect(try git.folder.text(".gitattributes") == "*.png binary\n")
    #expect(try git.run("git config --local --list | grep -c trema || true") == "0\n")
    #expect(try git.run("trema merge --uninstall") == "nothing to do\n")
  }

  @Test func `setup adds catalogues with other extensions or paths from trema.json`() throws {
    try git.folder.write(
      #"{"catalogues": [{"files": ["Texts/A.trm", "Texts/My texts.xml", "../Top[1].xml"]}]}"#,
      to: "app/trema.json")
    try git.run("cd app; trema merge --install")
    #expect(
      try git.folder.text(".gitattributes")
        == #"""
        *.trm merge=trema diff=trema
        "/app/Texts/My texts.xml" merge=trema diff=trema
        /Top\[1].xml merge=trema diff=trema

        """#)
    let asked = try git.run("git check-attr merge -- 'app/Texts/My texts.xml' 'Top[1].xml' B.trm")
    #expect(asked.split(separator: "\n").allSatisfy { $0.hasSuffix("merge: trema") }, "\(asked)")
  }

  @Test func `setup reports the user's own driver when it replaces it`() throws {
    try git.run("git config merge.trema.driver 'mine %A'")
    #expect(
      try git.run("trema merge --install").contains(
        "merge %O %A %B -o %A --path=%P (previously mine %A)\n"))
  }

  @Test func `a command in PATH is called by name`() throws {
    try git.run(
      "mkdir bin; ln -s '\(Tool.path)' bin/trema; PATH=$PWD/bin:$PATH; trema merge --install")
    #expect(
      try git.run("git config merge.trema.driver") == "trema merge %O %A %B -o %A --path=%P\n")
  }

  @Test func `setup outside a repository is refused`() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run("merge", "--install", in: folder)
    #expect(result.status == 3)
    #expect(
      result.errors == """
        trema: error: [git] this folder is not in the working tree of a git repository
          hint: change to one, or create one with: git init
        1 error

        """)
    #expect(try Snapshot(of: folder).names.isEmpty)
  }
}
