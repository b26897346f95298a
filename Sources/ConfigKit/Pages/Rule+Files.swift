import TremaDiagnostics
import TremaSupport

/// The rules for reading the file of a layer.
extension Rule {
  /// The rules, in the order of their pages.
  static let ofFiles: [Rule] = [
    cannotRead, emptyLayer, wrongRoot, sizeLimit, depthLimit, invalidEncoding, unknownEncoding,
    notPortableEncoding, invalidCharacter, malformedXml, externalEntity, expansionLimit,
    gitConflict, invalidPropertyList, commentInString, archiveReference, notFinite,
    numberOutOfRange, invalidJson, invalidYaml, ambiguousScalar, invalidEnv, invalidXcconfig,
    conditionalSetting, urlCutByComment,
    missingInclude, externalInclude, includeCycle,
  ]

  /// Reported for an `#include` in build settings; as a note if the include is optional.
  private static let externalInclude = Rule(
    .error, "external-include", "A file includes one that is outside of the project.",
    why:
      "What a configuration says must not depend on what lies elsewhere on a machine, and no file "
      + "shall make this program read and quote another one. The project is the repository of the "
      + "file, else the folder of trema.json, else the current one; links are followed first. An "
      + "`#include?` is not read either, which is a note.",
    example: """
      #include "../../../etc/hosts"
      """,
    fix: "Copy the settings, or the file, into the project.")

  /// Reported for any error of the system when a file is read.
  private static let cannotRead = Rule(
    .error, "cannot-read", "A file cannot be read.",
    why: "It is missing, is a folder, or belongs to another user.",
    example: """
      trema config check Config/
      """,
    fix: "Correct the path, or let the file be read.")

  /// Reported when the file is loaded.
  private static let emptyLayer = Rule(
    .error, "empty-layer", "A file holds nothing.",
    why:
      "An environment with nothing in it would silently have the values of the base, which "
      + "are those of production.",
    example: """
      Configuration-staging.plist, 0 bytes or white space alone
      """,
    fix: "Write an empty dictionary, or remove the file.")

  /// Reported when the file is loaded.
  private static let wrongRoot = Rule(
    .error, "wrong-root", "A file holds no dictionary.",
    why:
      "A configuration is a dictionary of keys; an array, a text or another kind of document "
      + "is none.",
    example: """
      <plist version="1.0"><array>…</array></plist>
      """,
    fix: "Put keys around the values.")

  /// Reported by the readers of all formats, each with its own limit.
  private static let sizeLimit = Rule(
    .error, "size-limit", "A file, or a part of it, is larger than is read.",
    why: "A damaged or hostile file shall not take all memory. The finding names the limit.",
    example: """
      a file of more than 64 MiB
      """,
    fix: "Split it, or remove what is no configuration.")

  /// Reported by the readers of property lists, XML and YAML.
  private static let depthLimit = Rule(
    .error, "depth-limit", "Values are nested deeper than is read.",
    why: "Nobody writes this by hand; readers of the platforms crash on it.",
    example: """
      <array><array><array>…
      """,
    fix: "Write the values less deep.")

  /// Reported by the readers of property lists and XML.
  private static let invalidEncoding = Rule(
    .error, "invalid-encoding", "The bytes of a file are no text in its encoding.",
    why: "The readers of the platforms guess, and guess differently.",
    example: """
      a file that says encoding="UTF-8" and was saved as Latin-1
      """,
    fix: "Save it as UTF-8.")

  /// Reported by the reader of XML.
  private static let unknownEncoding = Rule(
    .error, "unknown-encoding", "A file names an encoding that is not known.",
    why: "Its letters could be any.",
    example: """
      <?xml version="1.0" encoding="x-own"?>
      """,
    fix: "Save it as UTF-8, and say so.")

  /// Reported by the reader of property lists in XML.
  private static let notPortableEncoding = Rule(
    .warning, "not-portable-encoding",
    "A file has an encoding that not every reader of property lists knows.",
    why: "One reader of the platform takes it, the other does not.",
    example: """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      """,
    fix: "Save it as UTF-8.")

  /// Reported by the readers of property lists and XML.
  private static let invalidCharacter = Rule(
    .error, "invalid-character", "A file holds a character that its form cannot have.",
    why:
      "A NUL or another control character, written out or as a reference: some readers take "
      + "it, some refuse the whole file.",
    example: """
      <string>a&#0;b</string>
      """,
    fix: "Remove it.")

  /// Reported by the reader of XML.
  private static let malformedXml = Rule(
    .error, "malformed-xml", "A file is no XML.",
    why:
      "A tag is missing, or not closed. The finding is at the place where the parser noticed it; the "
      + "mistake may be further up.",
    example: """
      <string>example.com</sting>
      """,
    fix: "Correct it at that place, or above.")

  /// Reported by the reader of XML, which never loads another file.
  private static let externalEntity = Rule(
    .error, "external-entity", "A file asks for another file.",
    why:
      "What a configuration says must not depend on what lies elsewhere, and no file shall "
      + "make this program read another one.",
    example: """
      <!DOCTYPE plist [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      """,
    fix: "Write the text itself.")

  /// Reported for entities of XML, aliases of YAML, `$(inherited)` and references.
  private static let expansionLimit = Rule(
    .error, "expansion-limit", "A file, or its references, say far more than is written.",
    why: "A few lines expand to gigabytes.",
    example: """
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
      """,
    fix: "Write the values out.")

  /// Reported by the reader of XML.
  private static let gitConflict = Rule(
    .error, "git-conflict", "A file holds a conflict of git.",
    why: "It was committed, or is not merged yet.",
    example: """
      <<<<<<< HEAD
      """,
    fix: "Resolve the conflict.")

  /// Reported by the readers of property lists.
  private static let invalidPropertyList = Rule(
    .error, "invalid-property-list", "A property list says something that none can say.",
    why:
      "An impossible date, Base64 that is none, a number with spaces, a value without a key, "
      + "or something behind the end. The readers of the platforms take some of it, and make "
      + "different values of it.",
    example: """
      <date>2026-02-30T00:00:00Z</date>
      """,
    fix: "Do what the hint says.")

  /// Reported by the reader of property lists in XML.
  private static let commentInString = Rule(
    .error, "comment-in-string", "A value contains a comment.",
    why: "It is proper XML, but the reader of the platform refuses the file.",
    example: """
      <string>example<!-- for now -->.com</string>
      """,
    fix: "Move the comment out of the value.")

  /// Reported by ``PropertyListConversion``.
  private static let archiveReference = Rule(
    .error, "archive-reference", "A dictionary is a reference of a keyed archive.",
    why:
      "`CF$UID` means an object of an archive to the reader of the platform; no "
      + "configuration has one.",
    example: """
      <dict><key>CF$UID</key><integer>1</integer></dict>
      """,
    fix: "Name the key otherwise.")

  /// Reported by ``PropertyListConversion`` and ``YAMLConfig``.
  private static let notFinite = Rule(
    .error, "not-finite", "A number is infinite, or none.",
    why: "No computation means to begin with it, and JSON cannot say it.",
    example: """
      <real>nan</real>
      """,
    fix: "Write a number.")

  /// Reported by the readers of JSON and YAML.
  private static let numberOutOfRange = Rule(
    .error, "number-out-of-range", "A number does not fit.",
    why:
      "Whole numbers are from -2^63 to 2^64 - 1; the readers of the platforms make 0, or "
      + "another number, of larger ones.",
    example: """
      18446744073709551616
      """,
    fix: "Write a smaller number, or a string.")

  /// Reported by the reader of JSON.
  private static let invalidJson = Rule(
    .error, "invalid-json", "A file is no JSON.",
    why: "The finding is at the first place that is not JSON.",
    example: """
      {"host" "example.com"}
      """,
    fix: "Correct it at that place.")

  /// Reported by ``YAMLParser`` for the syntax, and by ``YAMLConfig`` for the content.
  private static let invalidYaml = Rule(
    .error, "invalid-yaml", "A YAML file cannot be read as one configuration.",
    why:
      "It is not YAML, or holds what no configuration can: a second document, a key that is not "
      + "a text, a tag that is not known, an alias of an anchor that is missing.",
    example: """
      host: example.com: 443
      """,
    fix: "Do what the hint says.")

  /// Reported by ``YAMLConfig`` with the meaning in both versions of YAML.
  private static let ambiguousScalar = Rule(
    .warning, "ambiguous-scalar", "Versions of YAML read a value or a key differently.",
    why:
      "`no`, `on`, `1_000`, `12:30`, `010` and `2026-11-21` have other types in YAML 1.1 than in "
      + "1.2, which is read here; many readers still follow 1.1. Keys that look like numbers, "
      + "Booleans or null are texts here, and not elsewhere.",
    example: """
      country: no
      """,
    fix: "Put it in quotation marks, or write the value so that all versions agree.")

  /// Reported by ``DotEnvConfig`` for each malformed line.
  private static let invalidEnv = Rule(
    .error, "invalid-env", "A line of an `.env` file is none.",
    why: "It sets nothing, or its quotation mark is not closed.",
    example: """
      API__HOST example.com
      """,
    fix: "Write NAME=value.")

  /// Reported by ``XCConfig`` for each malformed line.
  private static let invalidXcconfig = Rule(
    .error, "invalid-xcconfig", "A line of an `.xcconfig` file is none.",
    why: "Xcode ignores it, or reads something else.",
    example: """
      API_HOST example.com
      """,
    fix: "Write NAME = value.")

  /// Reported by ``XCConfig``, which ignores the setting.
  private static let conditionalSetting = Rule(
    .warning, "conditional-setting", "A build setting holds for some builds only.",
    why:
      "A configuration is the same for each SDK and architecture; the line is not looked at.",
    example: """
      API_HOST[sdk=iphonesimulator*] = localhost
      """,
    fix: "Give the environment a file of its own.")

  /// Reported by ``XCConfig`` with a fix.
  private static let urlCutByComment = Rule(
    .error, "url-cut-by-comment", "An address in an `.xcconfig` file ends at its `//`.",
    why: "`//` begins a comment there: the value is `https:`.",
    example: """
      API_URL = https://example.com
      """,
    fix: "Write `https:/$()/example.com`; trema config fix does.")

  /// Reported by ``XCConfig``, unless the include is optional.
  private static let missingInclude = Rule(
    .error, "missing-include", "An `.xcconfig` file includes one that is not there.",
    why: "Its settings are missing.",
    example: """
      #include "Shared.xcconfig"
      """,
    fix: "Correct the path; `#include?` allows it to be missing.")

  /// Reported by ``XCConfig``.
  private static let includeCycle = Rule(
    .error, "include-cycle", "Files of build settings include each other in a circle.",
    why: "None of them could come first.",
    example: """
      #include "A.xcconfig"     in B.xcconfig, which A.xcconfig includes
      """,
    fix: "Remove one of the lines.")
}
