import Foundation
import Testing
import TremaTestSupport

/// Compose Multiplatform on the command line: resources, accessors, usage and import.
@Suite struct ComposeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.catalogue, to: "Texts.trm")
  }

  private func run(_ arguments: String...) throws -> Tool.Result {
    try Tool.run(arguments, in: folder)
  }

  /// The catalogue as an import of its resources writes it.
  private static let catalogue = """
    <?xml version="1.0" encoding="UTF-8"?>
    <trema masterLang="en">
      <text key="title">
        <context>Title of the page</context>
        <value lang="en" status="translated">It's "%1$@", 50%%</value>
        <value lang="he" status="translated">%1$@ 50%%</value>
      </text>
      <text key="days">
        <context>@param 1 count</context>
        <value lang="en" status="translated">{count, plural, one {%1$d day} other {%1$d days}}</value>
        <value lang="he" status="translated">{count, plural, one {א} two {ב} other {%1$d ג}}</value>
      </text>
      <text key="size.0">
        <context>@array</context>
        <value lang="en" status="translated">Small</value>
        <value lang="he" status="translated">קטן</value>
      </text>
      <text key="size.1">
        <context>@array</context>
        <value lang="en" status="translated">Large</value>
        <value lang="he" status="translated">גדול</value>
      </text>
    </trema>

    """

  private static let project = """
    {
      "catalogues": [{ "files": ["Texts.trm"] }],
      "outputs": [
        { "format": "compose", "directory": "src/composeResources" },
        { "format": "kotlin", "directory": "src", "resources": "compose", "package": "a.b",
          "resourcesPackage": "a.res", "resourcesClass": "AppRes" },
        { "format": "kotlin", "directory": "src", "resources": "compose-suspend", "type": "Waiting" }
      ]
    }
    """

  @Test func `a project writes resources and accessors, and the import reads them back`() throws {
    try folder.write(Self.project, to: "trema.json")
    #expect(
      try run("build")
        == Tool.Result(
          status: 0,
          output: """
            wrote src/Texts.kt
            wrote src/Waiting.kt
            wrote src/composeResources/values/strings.xml
            wrote src/composeResources/values-he/strings.xml
            4 outputs, 4 written

            """, errors: ""))
    let written = try Snapshot(of: folder, "src")
    #expect(
      written[text: "composeResources/values/strings.xml"] == """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- Generated from Texts.trm. Do not edit: change the catalogue and regenerate this file. -->
        <resources>
            <!-- Title of the page -->
            <string name="title">It's "%1$s", 50%</string>
            <plurals name="days">
                <item quantity="one">%1$d day</item>
                <item quantity="other">%1$d days</item>
            </plurals>
            <string-array name="size">
                <item>Small</item>
                <item>Large</item>
            </string-array>
        </resources>

        """)
    let accessors = try #require(written[text: "Texts.kt"])
    #expect(accessors.contains("import a.res.*\n"))
    #expect(accessors.contains("pluralStringResource(AppRes.plurals.days, count, count)\n"))
    #expect(
      written[text: "Waiting.kt"]?.contains(
        "suspend fun title(argument1: String): String = getString(Res.string.title, argument1)\n")
        == true)

    #expect(
      try run("build")
        == Tool.Result(status: 0, output: "4 outputs, 0 written\n", errors: ""))
    #expect(try Snapshot(of: folder, "src").identities == written.identities)

    #expect(
      try run("import", "src", "--master", "en", "--into", "Back.trm")
        == Tool.Result(
          status: 0,
          output: """
            imported:
              compose  4 texts  en, he  src/composeResources/values*/strings.xml
            wrote Back.trm
            2 files: 4 new texts, 8 new values, 0 conflicts
            next: trema check Back.trm

            """, errors: ""))
    #expect(try folder.read("Back.trm") == Array(Self.catalogue.utf8))
  }

  @Test func `resources are for all platforms unless the output specifies one`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="all"><context/><value lang="en">All</value></text>
        <text key="ios"><context>@platforms ios</context><value lang="en">iOS</value></text>
        <text key="back"><context>@platforms android</context><value lang="en">A</value></text>
      </trema>
      """, to: "Texts.trm")
    try folder.write(
      """
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "outputs": [
          { "format": "compose", "directory": "all" },
          { "format": "kotlin", "directory": "all", "resources": "compose" },
          { "format": "compose", "directory": "ios", "platform": "ios" },
          { "format": "kotlin", "directory": "ios", "resources": "compose", "platform": "ios" }
        ]
      }
      """, to: "trema.json")
    #expect(try run("build").status == 0)
    for (directory, keys) in ["all": ["all", "ios", "back"], "ios": ["all", "ios"]] {
      let resources = String(
        decoding: try folder.read("\(directory)/values/strings.xml"), as: UTF8.self)
      let accessors = String(decoding: try folder.read("\(directory)/Texts.kt"), as: UTF8.self)
      for key in ["all", "ios", "back"] {
        #expect(resources.contains("name=\"\(key)\"") == keys.contains(key), "\(directory) \(key)")
        #expect(accessors.contains("val \(key): ") == keys.contains(key), "\(directory) \(key)")
      }
    }
  }

  @Test func `resources and accessors are found in sources`() throws {
    try folder.write(Self.project, to: "trema.json")
    try folder.write(
      """
      import a.res.*
      @Composable fun Page() {
        Text(Texts.title("x"))
        Text(stringArrayResource(AppRes.array.size)[0] + stringResource(AppRes.string.name))
      }
      """, to: "app/Page.kt")
    let result = try run("usage", "--sources", "app")
    #expect(
      result.output.contains(
        "[undefined-key] 'AppRes.string.name' is used but does not match any key"),
      "\(result)")
    #expect(result.output.contains("[unused-key] the key 'days' is not used in the sources"))
    #expect(result.output.hasSuffix("1 error, 1 warning\n"))
  }

  @Test func `a text without an accessor is reported once for all accessors`() throws {
    try folder.write(
      """
      <trema masterLang="en">
        <text key="who"><context/><value lang="en">{who, select, a {A} other {B}}</value></text>
      </trema>
      """, to: "Texts.trm")
    try folder.write(
      Self.project.replacing(
        #"{ "format": "compose", "directory": "src/composeResources" },"#, with: ""),
      to: "trema.json")
    let result = try run("build")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        Texts.trm:2:14: warning: [unsupported-message] 'who' has no Kotlin member: Compose Multiplatform supports only plurals with categories and unformatted arguments
        2 |   <text key="who"><context/><value lang="en">{who, select, a {A} other {B}}</value></text>
          |              ^ hint: split it into several texts, or format numbers and dates in the app and pass them to %@
        1 warning

        """)
  }

  @Test func `a folder with another name is imported on request`() throws {
    try folder.write(
      "<resources><string name=\"title\">x</string></resources>", to: "ui/values/strings.xml")
    let imported = try run("import", "ui", "--from", "compose", "--master", "en", "--into", "-")
    #expect(imported.status == 0, "\(imported)")
    #expect(imported.output.contains("<text key=\"title\">"))
  }

  @Test func `resources imported from a folder are converted back to the same files`() throws {
    #expect(
      try run("convert", "Texts.trm", "-o", "a/composeResources", "--format=compose").status == 0)
    try folder.write(
      "<resources><string name='title'>x</string></resources>",
      to: "a/composeResources/values-dark/s.xml")
    try folder.write(
      "<resources><string name='b'>it\\'s</string></resources>", to: "a/res/values/s.xml")
    let imported = try run("import", "a", "--master", "en", "--into", "Back.trm")
    #expect(imported.status == 0, "\(imported)")
    #expect(
      imported.output.contains(
        """
        imported:
          compose  4 texts  en, he  a/composeResources/values*/strings.xml
          android  1 text   en      a/res/values*/s.xml
        """), "\(imported.output)")
    #expect(imported.output.contains("a/composeResources/values-dark/s.xml"))
    let again = try run(
      "import", "a", "--from", "compose", "--master", "en", "--into", "Again.trm")
    #expect(again.status == 0, "\(again)")
    #expect(try run("convert", "Again.trm", "-o", "b", "--format=compose").status == 0)
    for path in ["values/strings.xml", "values-he/strings.xml"] {
      let text = try Snapshot(of: folder, "b")[text: path]
      #expect(
        text?.replacing("Again.trm", with: "Texts.trm")
          == (try Snapshot(of: folder, "a/composeResources")[text: path]))
    }
  }

  @Test(arguments: [
    (["--type=Res"], "--type: 'Res' is not a valid type name", "use 'Res_'"),
    (
      ["--type=MyRes", "--resources-class=MyRes"],
      "--type: 'MyRes' is not a valid type name", "use 'MyRes_'"
    ),
    (
      ["--resources-class=my res"], "--resources-class: 'my res' is not a valid type name",
      "use 'MyRes'"
    ),
    (
      ["--resources-package=1"], "--resources-package: '1' is not a valid package name",
      "use a name such as 'com.example.texts'"
    ),
  ])
  func `invalid accessor and resource names are refused`(
    options: [String], message: String, hint: String
  ) throws {
    let result = try Tool.run(
      ["convert", "Texts.trm", "-o", "out", "--format=kotlin", "--kotlin-resources=compose"]
        + options, in: folder)
    #expect(result.status == 2)
    #expect(
      result.errors == "trema: error: [usage] \(message)\n  hint: \(hint)\n1 error\n", "\(result)")
  }
}
