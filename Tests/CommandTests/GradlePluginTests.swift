import Foundation
import Testing
import TremaTestSupport

/// The Gradle plugin, applied by a real Gradle. See `Documentation/Gradle.md` for what this version
/// cannot show.
@Suite(.serialized) struct GradlePluginTests {
  static let catalogue = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="en">
      <text key="greeting">
        <context>On the first page</context>
        <value lang="en" status="translated">Hello %1$s</value>
        <value lang="de" status="translated">Hallo %1$s</value>
      </text>
    </trema>

    """

  let build: GradleBuild

  init() throws { build = try GradleBuild() }

  /// Writes the Java project of the page, with a program that shows a text.
  private func writeJavaProject(in folder: String = "app") async throws {
    try await build.writeSettings(in: folder)
    let script = try GradleBuild.pageBlock("groovy", containing: "id 'java'")
    try build.write(
      script.replacing("/usr/local/bin/trema", with: Tool.path), to: "\(folder)/build.gradle")
    try build.write(Self.catalogue, to: "\(folder)/Texts/Texts.trm")
    try build.write(
      try GradleBuild.pageBlock("json", containing: "resources/texts"), to: "\(folder)/trema.json")
    try build.write(
      """
      import java.util.*;

      public class Main {
        public static void main(String[] arguments) {
          ResourceBundle texts = ResourceBundle.getBundle("texts.Localizable", Locale.GERMAN);
          System.out.println(String.format(texts.getString("greeting"), "Anna"));
        }
      }
      """, to: "\(folder)/src/main/java/Main.java")
  }

  @Test func `outputs are up to date, and the build cache restores them in any folder`()
    async throws
  {
    try await writeJavaProject()
    let first = try await build.run("build")
    #expect(first.status == 0, "\(first.lines)")
    #expect(first.tasks.contains(":tremaBuild") && first.tasks.contains(":tremaCheck"))
    let products = "\(build.folder.path)/app/build"
    let program = try await Judge.java.runAside(
      ["-cp", "\(products)/classes/java/main:\(products)/resources/main", "Main"])
    #expect(program.text == "Hallo Anna\n", "\(program.complaint)")

    let second = try await build.run("build")
    #expect(second.tasks.contains(":tremaBuild UP-TO-DATE"), "\(second.lines)")
    #expect(second.tasks.contains(":tremaCheck UP-TO-DATE"))

    let cleaned = try await build.run("clean", "build")
    #expect(cleaned.tasks.contains(":tremaBuild FROM-CACHE"), "\(cleaned.lines)")

    // The same project in another folder, with a command that has another path.
    try await writeJavaProject(in: "moved/app")
    try FileManager.default.moveItem(
      atPath: "\(build.folder.path)/cache", toPath: "\(build.folder.path)/moved/cache")
    try build.writeScript("exec '\(Tool.path)' \"$@\"", to: "moved/app/bin/trema")
    let script = try build.text("moved/app/build.gradle")
    try build.write(
      script.replacing(Tool.path, with: "bin/trema"), to: "moved/app/build.gradle")
    let moved = try await build.run("tremaBuild", in: "moved/app")
    #expect(moved.tasks == [":tremaBuild FROM-CACHE"], "\(moved.lines)")

    let path = "moved/app/Texts/Texts.trm"
    try build.write(try build.text(path).replacing("Hallo", with: "Moin"), to: path)
    let changed = try await build.run("tremaBuild", in: "moved/app")
    #expect(changed.tasks == [":tremaBuild"], "\(changed.lines)")
    let texts = "moved/app/build/generated/trema/resources/texts/Localizable_de.properties"
    #expect(try build.text(texts).contains("greeting=Moin %1$s"))
  }

  @Test func `a finding fails the build with its location`() async throws {
    try await writeJavaProject()
    let path = "app/Texts/Texts.trm"
    try build.write(try build.text(path).replacing("Hallo %1$s", with: "Hallo %1$d"), to: path)
    let result = try await build.run("--continue", "build")
    #expect(result.status == 1)
    let file = build.folder.url.resolvingSymlinksInPath().appending(path: path).path
    let finding =
      "\(file):6:48: error: [placeholder-mismatch] 'greeting' in 'de': argument 1 is %1$d, but "
      + "%1$s in 'en'"
    #expect(result.failures == [finding, finding])
    let hint = "hint: use the placeholders of 'en'; number them to change their order"
    #expect(result.lines.filter { $0.hasSuffix(finding) }.count == 4, "\(result.lines)")
    #expect(result.lines.filter { $0.hasSuffix(hint) }.count == 2)
    #expect(result.lines.contains { $0.hasSuffix("\(file):5:48: note: the 'en' value is here") })
    let resources = "\(build.folder.path)/app/build/generated/trema/resources"
    #expect(!FileManager.default.fileExists(atPath: resources))
  }

  @Test func `a warning that fails the build is reported with its location`() async throws {
    try await writeJavaProject()
    let path = "app/Texts/Texts.trm"
    try build.write(try build.text(path).replacing("Hallo %1$s", with: "Hallo  %1$s"), to: path)
    let passed = try await build.run("tremaCheck")
    #expect(passed.status == 0, "\(passed.lines)")
    let script = try build.text("app/build.gradle")
    try build.write(
      script.replacing("  formats 'properties'", with: "  arguments '--fail-on=warning'"),
      to: "app/build.gradle")
    let result = try await build.run("tremaCheck")
    #expect(result.status == 1)
    let file = build.folder.url.resolvingSymlinksInPath().appending(path: path).path
    let finding = "the 'de' value contains 2 consecutive spaces"
    #expect(
      result.failures == ["\(file):6:47: warning: [double-space] \(finding)"], "\(result.lines)")
  }

  @Test func `each mistake is one sentence that says what to do`() async throws {
    try await writeJavaProject()
    try build.writeScript("echo trema 0.0.9", to: "app/bin/old")
    try build.writeScript("echo hello", to: "app/bin/other")
    try build.writeScript("exit 0", interpreter: "/no/interpreter", to: "app/bin/foreign")
    try build.write(Self.catalogue, to: "more/More.trm")
    let project = try build.text("app/trema.json")
    try build.write(
      project.replacing("Texts/Texts.trm", with: "../more/More.trm"), to: "app/elsewhere.json")
    try build.write(
      try build.text("app/build.gradle") + """
        ['no-trema', 'bin/missing', 'bin/foreign', 'bin/old', 'bin/other'].each { name ->
          tasks.create(name.replace('/', '-'), dev.trema.gradle.TremaBuild) {
            executable = name
            projectFile = file('trema.json')
            outputDirectory = file("$buildDir/$name")
          }
        }
        task undeclared(type: dev.trema.gradle.TremaBuild) {
          executable = trema.executable
          projectFile = file('elsewhere.json')
          sources = files('elsewhere.json')
          formats = project.provider { ['properties'] }
          outputDirectory = file("$buildDir/undeclared")
        }

        """, to: "app/build.gradle")
    let result = try await build.run(
      "--continue", "no-trema", "bin-missing", "bin-foreign", "bin-old", "bin-other", "undeclared")
    #expect(result.status == 1)
    let folder = build.folder.url.resolvingSymlinksInPath().path
    let block = "in the block 'trema' of the build script"
    #expect(
      Set(result.failures) == [
        "The command 'no-trema' is not on the PATH; install trema, or set 'executable' \(block) to "
          + "its path",
        "'\(folder)/app/bin/missing' does not exist or is not executable; install trema there, or "
          + "correct 'executable' \(block)",
        "'\(folder)/app/bin/foreign' cannot be run (error=2, No such file or directory); install "
          + "trema for this system, or correct 'executable' \(block)",
        "The plugin 'dev.trema' requires trema 0.1.0 or later, but '\(folder)/app/bin/old' is "
          + "version 0.0.9; update it, or use an older plugin",
        "'\(folder)/app/bin/other' is not the command of Trema; correct 'executable' \(block)",
        "trema reads '\(folder)/more/More.trm', which is not an input of the task ':undeclared'; "
          + "add it to the block 'trema' of the build script: sources.from(\"../more/More.trm\")",
      ], "\(result.lines)")
  }

  @Test func `versions that are too old are named with the required one`() async throws {
    let classes = try await build.compile("checks")
    let verdict = try await Judge.java.runAside(
      ["-cp", "\(try await GradleBuild.classPath()):\(classes)", "dev.trema.gradle.VersionChecks"])
    let update = "update Gradle: gradle wrapper --gradle-version=8.14"
    #expect(
      verdict.text.split(separator: "\n")
        == [
          "Gradle 4.3.1: The plugin 'dev.trema' requires Gradle 4.4 or later, not 4.3.1; \(update)",
          "Gradle 4.4-rc-1: supported", "Gradle 4.4.1: supported", "Gradle 8.14.3: supported",
          "Gradle 9.1.0: supported", "trema 0.0.9: too old", "trema 0.1.0: supported",
          "trema 0.10.0: supported", "trema 1: supported", "trema 0.2.0-beta+5: supported",
          "trema 0.1: supported",
          "Android, Gradle 4.4: The plugin 'dev.trema' requires Gradle 4.9 or later in an Android "
            + "project; \(update)", "Android, Gradle 4.9: named",
        ].map { Substring($0) }, "\(verdict.complaint)")
  }
}
