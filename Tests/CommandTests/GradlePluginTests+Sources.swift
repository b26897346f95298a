import Foundation
import Testing
import TremaTestSupport

/// The source directories of Kotlin's and Android's plugins.
extension GradlePluginTests {
  @Test func `Kotlin's plugin compiles the generated sources`() async throws {
    try await build.writeSettings()
    try build.write(
      """
      buildscript {
        repositories { maven { url '/usr/share/maven-repo' } }
        dependencies {
          classpath 'org.jetbrains.kotlin:kotlin-gradle-plugin:1.3.31'
          classpath files('\(try await GradleBuild.jar())')
        }
      }
      apply plugin: 'dev.trema'
      apply plugin: 'org.jetbrains.kotlin.jvm'
      repositories { maven { url '/usr/share/maven-repo' } }
      dependencies { compile 'org.jetbrains.kotlin:kotlin-stdlib:1.3.31' }
      trema {
        executable = '\(Tool.path)'
        checkTexts = false
        checkConfiguration = true
      }

      """, to: "app/build.gradle")
    try build.write(
      """
      { "configuration": { "directory": "Config", "environments": ["production"],
        "kotlin": { "directory": "kotlin/com/example", "package": "com.example" } } }
      """, to: "app/trema.json")
    try build.write(#"{ "host": "example.com" }"#, to: "app/Config/Configuration.json")
    try build.write(
      "fun main() = println(com.example.AppConfiguration.current.host)\n",
      to: "app/src/main/kotlin/Main.kt")
    let result = try await build.run("classes", "check")
    #expect(result.status == 0, "\(result.lines)")
    #expect(result.tasks.contains(":tremaCheck"))
    let classes = "\(build.folder.path)/app/build/classes/kotlin/main"
    let program = try await Judge.java.runAside(
      ["-cp", "\(classes):/usr/share/java/kotlin-stdlib.jar", "MainKt"])
    #expect(program.text == "example.com\n", "\(program.complaint)")
  }

  @Test func `an Android project receives the folders of each variant`() async throws {
    let classes = try await build.compile("stubs")
    try await build.writeSettings()
    try build.write(
      """
      buildscript {
        dependencies {
          classpath files(
            '\(try await GradleBuild.jar())', '\(classes)', '/usr/share/java/kotlin-stdlib.jar')
        }
      }
      apply plugin: dev.trema.gradle.OldGradleTremaPlugin
      apply plugin: 'com.android.application'
      trema {
        executable = '\(Tool.path)'
        projectFile = file('../texts/trema.json')
        prefix = 'android'
        formats = ['android', 'kotlin']
      }

      """, to: "app/build.gradle")
    try build.write(Self.catalogue, to: "texts/Texts.trm")
    try build.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }], "languages": ["en", "de"],
        "outputs": [
          { "format": "strings", "directory": "../ios/Resources" },
          { "format": "android", "directory": "android/res" },
          { "format": "kotlin", "directory": "android/kotlin/com/example", "package": "com.example" }
        ]
      }
      """, to: "texts/trema.json")
    let result = try await build.run("sources", "check")
    #expect(result.status == 0, "\(result.lines)")
    #expect(
      result.lines.filter { $0.contains(" of trema") }.sorted() == [
        "kotlin of tremaDebugKotlin: com/example/Texts.kt",
        "kotlin of tremaReleaseKotlin: com/example/Texts.kt",
        "res of tremaDebugRes: values-de/strings.xml",
        "res of tremaDebugRes: values/strings.xml",
      ])

    // A language that was removed does not stay in the copies.
    let project = try build.text("texts/trema.json")
    try build.write(project.replacing(#", "de"]"#, with: "]"), to: "texts/trema.json")
    let second = try await build.run("sources")
    #expect(
      second.lines.filter { $0.hasPrefix("res of trema") } == [
        "res of tremaDebugRes: values/strings.xml"
      ], "\(second.lines)")
  }
}
