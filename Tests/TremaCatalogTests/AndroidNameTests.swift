import Foundation
import Testing
import TremaCatalog

@Suite struct AndroidNameTests {
  @Test(arguments: [
    ("app_name", "app_name"), ("login.title", "login_title"), ("a-b", "a_b"), ("_1", "_1"),
    ("R", "R"), ("record", "record"), ("a__", "a__"), ("a.class", "a_class"),
  ])
  func `a plain key keeps its letters`(key: String, name: String) {
    #expect(AndroidName.resource(for: key) == GeneratedName(name))
  }

  @Test(arguments: [
    ("class", "class_", "'class' is a reserved word in Java"),
    ("_", "__", "'_' is a reserved word in Java"),
    ("-", "__", "'_' is a reserved word in Java"),
    ("404", "_404", "a name cannot begin with a digit"),
    ("a b", "a_b", "a name can contain only letters, digits and '_'"),
    ("größe", "gru00f6u00dfe", "non-ASCII characters are spelled out"),
    ("😀", "u1f600", "non-ASCII characters are spelled out"),
    ("", "empty", "the key is empty"),
  ])
  func `a key that is not a resource name is adjusted, with the reason`(
    key: String, name: String, repair: String
  ) {
    #expect(AndroidName.resource(for: key) == GeneratedName(name, repair: repair))
  }

  @Test func `aapt2 links every name and javac compiles the class`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "names-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "res/values"), withIntermediateDirectories: true)
    let names = Set(hostileKeys.map { AndroidName.resource(for: $0).name })
    let strings = names.map { #"<string name="\#($0)">x</string>"# }.sorted()
    try "<resources>\(strings.joined(separator: "\n"))</resources>"
      .write(
        to: folder.appending(path: "res/values/strings.xml"), atomically: true, encoding: .utf8)
    try #"<manifest package="a.b"/>"#
      .write(to: folder.appending(path: "Manifest.xml"), atomically: true, encoding: .utf8)
    let script = """
      aapt2 compile -o . res/values/strings.xml &&
      aapt2 link -o a.apk --manifest Manifest.xml --java java *.flat &&
      javac -d classes java/a/b/R.java
      """
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", script]
    shell.currentDirectoryURL = folder
    let output = Pipe()
    shell.standardError = output
    shell.standardOutput = output
    try shell.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(text)")
  }

  private var hostileKeys: [String] {
    let words = """
      abstract assert boolean break byte case catch char class const continue default do double else
      enum extends false final finally float for goto if implements import instanceof int interface
      long native new null package private protected public return short static strictfp super
      switch synchronized this throw throws transient true try void volatile while var record yield
      sealed permits R string _ __ 1 $a a$b a+b a:b @string/a größe 😀 登录
      """
    return words.split(whereSeparator: \.isWhitespace).map(String.init) + [
      "", " ", "a\nb", "\u{1}",
    ]
  }
}
