import TremaDiagnostics
import TremaSupport

/// The rules for reading layer files.
extension Rule {
  /// The rules, in the order of their pages.
  static let fileRules: [Rule] = [
    cannotRead, emptyLayer, wrongRoot, sizeLimit, depthLimit, invalidEncoding, unknownEncoding,
    notPortableEncoding, invalidCharacter, malformedXml, externalEntity, expansionLimit,
    gitConflict, invalidPropertyList, commentInString, archiveReference, notFinite,
    numberOutOfRange, invalidJson, invalidYaml, ambiguousScalar, invalidEnv, invalidXcconfig,
    conditionalSetting, urlCutByComment,
    missingInclude, externalInclude, includeCycle,
  ]

  /// Reported for an `#include` in build settings, as a note if the include is optional.
  private static let externalInclude = Rule(
    .error, "external-include", "A file includes a file that the project does not allow.",
    why:
      "A configuration must not depend on other files on the machine, and a file must not be able "
      + "to make trema read and quote another one. The project is the file's repository, else the "
      + "folder of trema.json, else the current folder; symbolic links are resolved first. A file "
      + "outside the project that `#include?` refers to is not read either, and is a note. If "
      + "`configuration` in trema.json has `includes`, only these files are read, and `#include?` of "
      + "another one has no effect.",
    example: """
      #include "../../../etc/hosts"
      """,
    fix: "Copy the file or its settings into the project, or add it to `includes`.")

  /// Reported for any system error while reading a file.
  private static let cannotRead = Rule(
    .error, "cannot-read", "A file cannot be read.",
    why: "It does not exist, is a folder, or is not readable by the current user.",
    example: """
      trema config check Config/
      """,
    fix: "Correct the path, or grant read access.")

  /// Reported when the file is loaded.
  private static let emptyLayer = Rule(
    .error, "empty-layer", "A file is empty.",
    why:
      "An environment without values would silently use the base values, which are the production "
      + "values.",
    example: """
      Configuration-staging.plist, 0 bytes, or only whitespace
      """,
    fix: "Add an empty dictionary, or remove the file.")

  /// Reported when the file is loaded.
  private static let wrongRoot = Rule(
    .error, "wrong-root", "The top-level value of a file is not a dictionary.",
    why:
      "A configuration is a dictionary of keys, not an array, a string or another kind of "
      + "document.",
    example: """
      <plist version="1.0"><array>…</array></plist>
      """,
    fix: "Put the values in a dictionary.")

  /// Reported by the readers of all formats, each with its own limit.
  private static let sizeLimit = Rule(
    .error, "size-limit", "A file or a part of it exceeds a size limit.",
    why: "A damaged or malicious file must not exhaust the memory. The finding contains the limit.",
    example: """
      a file of more than 64 MiB
      """,
    fix: "Split the file, or remove contents that are not configuration.")

  /// Reported by the readers of property lists, XML and YAML.
  private static let depthLimit = Rule(
    .error, "depth-limit", "Values are nested too deeply.",
    why:
      "Hand-written files are not nested this deeply, and the platforms' own parsers crash on them.",
    example: """
      <array><array><array>…
      """,
    fix: "Reduce the nesting.")

  /// Reported by the readers of property lists and XML.
  private static let invalidEncoding = Rule(
    .error, "invalid-encoding", "The bytes of a file are not valid in its encoding.",
    why: "The platforms' own parsers guess the encoding, and guess differently.",
    example: """
      a file with encoding="UTF-8" that was saved as Latin-1
      """,
    fix: "Save it as UTF-8.")

  /// Reported by the XML reader.
  private static let unknownEncoding = Rule(
    .error, "unknown-encoding", "A file declares an unknown encoding.",
    why: "Its characters cannot be determined.",
    example: """
      <?xml version="1.0" encoding="x-own"?>
      """,
    fix: "Save it as UTF-8, and declare that encoding.")

  /// Reported by the XML property list reader.
  private static let notPortableEncoding = Rule(
    .warning, "not-portable-encoding",
    "A file has an encoding that not every property list parser supports.",
    why: "Some of the platforms' own parsers reject it.",
    example: """
      <?xml version="1.0" encoding="ISO-8859-1"?>
      """,
    fix: "Save it as UTF-8.")

  /// Reported by the readers of property lists and XML.
  private static let invalidCharacter = Rule(
    .error, "invalid-character", "A file contains a character that its format does not allow.",
    why:
      "It is a NUL or another control character, entered directly or as a reference. Some parsers "
      + "accept it, and some reject the whole file.",
    example: """
      <string>a&#0;b</string>
      """,
    fix: "Remove it.")

  /// Reported by the XML reader.
  private static let malformedXml = Rule(
    .error, "malformed-xml", "A file is not well-formed XML.",
    why:
      "A tag is missing or not closed. The finding is located where the parser detected the error, "
      + "but the mistake may be above.",
    example: """
      <string>example.com</sting>
      """,
    fix: "Correct the syntax there or above.")

  /// Reported by the XML reader, which never loads another file.
  private static let externalEntity = Rule(
    .error, "external-entity", "A file refers to another file.",
    why:
      "A configuration must not depend on other files, and a file must not be able to make trema "
      + "read another one.",
    example: """
      <!DOCTYPE plist [<!ENTITY x SYSTEM "file:///etc/passwd">]>
      """,
    fix: "Replace the reference with its contents.")

  /// Reported for XML entities, YAML aliases, `$(inherited)` and references.
  private static let expansionLimit = Rule(
    .error, "expansion-limit", "A file's entities, aliases or references expand to too much data.",
    why: "A few lines can expand to gigabytes.",
    example: """
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
      """,
    fix: "Replace the references with their values.")

  /// Reported by the XML reader.
  private static let gitConflict = Rule(
    .error, "git-conflict", "A file contains a Git merge conflict.",
    why: "It was committed with the conflict, or has not been merged yet.",
    example: """
      <<<<<<< HEAD
      """,
    fix: "Resolve the conflict.")

  /// Reported by the property list readers.
  private static let invalidPropertyList = Rule(
    .error, "invalid-property-list",
    "A property list contains something that the format does not allow.",
    why:
      "Examples are an impossible date, invalid Base64, a number with spaces, a value without a "
      + "key, and text after the end. The platforms' own parsers accept some of these, but read "
      + "different values.",
    example: """
      <date>2026-02-30T00:00:00Z</date>
      """,
    fix: "Follow the hint.")

  /// Reported by the XML property list reader.
  private static let commentInString = Rule(
    .error, "comment-in-string", "A value contains a comment.",
    why: "This is valid XML, but Apple's parsers reject the file.",
    example: """
      <string>example<!-- for now -->.com</string>
      """,
    fix: "Move the comment out of the value.")

  /// Reported by ``PropertyListConversion``.
  private static let archiveReference = Rule(
    .error, "archive-reference", "A dictionary is a keyed-archive reference.",
    why:
      "Apple's parsers interpret `CF$UID` as a reference to an object in a keyed archive, and a "
      + "configuration is not an archive.",
    example: """
      <dict><key>CF$UID</key><integer>1</integer></dict>
      """,
    fix: "Rename the key.")

  /// Reported by ``PropertyListConversion`` and ``YAMLConfig``.
  private static let notFinite = Rule(
    .error, "not-finite", "A number is infinite or NaN.",
    why: "Programs do not expect such a number, and JSON cannot represent it.",
    example: """
      <real>nan</real>
      """,
    fix: "Use a finite number.")

  /// Reported by the JSON and YAML readers.
  private static let numberOutOfRange = Rule(
    .error, "number-out-of-range", "A number is out of range.",
    why:
      "Integers range from -2^63 to 2^64 - 1. The platforms' own parsers replace larger ones with 0 "
      + "or another number.",
    example: """
      18446744073709551616
      """,
    fix: "Use a smaller number, or a string.")

  /// Reported by the JSON reader.
  private static let invalidJson = Rule(
    .error, "invalid-json", "A file is not valid JSON.",
    why: "The finding is located at the first syntax error.",
    example: """
      {"host" "example.com"}
      """,
    fix: "Correct the syntax there.")

  /// Reported by ``YAMLParser`` for syntax errors, and by ``YAMLConfig`` for errors in the content.
  private static let invalidYaml = Rule(
    .error, "invalid-yaml", "A YAML file cannot be read as one configuration.",
    why:
      "It is not valid YAML, or contains something that is not allowed in a configuration: a second "
      + "document, a key that is not a string, an unknown tag, or an alias without an anchor.",
    example: """
      host: example.com: 443
      """,
    fix: "Follow the hint.")

  /// Reported by ``YAMLConfig`` with the meaning in each YAML version.
  private static let ambiguousScalar = Rule(
    .warning, "ambiguous-scalar", "YAML 1.1 and 1.2 read a value or a key differently.",
    why:
      "`no`, `on`, `1_000`, `12:30`, `010` and `2026-11-21` have different types in YAML 1.1 and in "
      + "YAML 1.2, which trema uses. Many parsers still use 1.1. Keys that look like numbers, "
      + "Booleans or null are strings in trema, but not in other parsers.",
    example: """
      country: no
      """,
    fix: "Put it in quotation marks, or use a form that both versions read the same.")

  /// Reported by ``DotEnvConfig`` for each malformed line.
  private static let invalidEnv = Rule(
    .error, "invalid-env", "A line of an `.env` file is not valid.",
    why: "It sets nothing, or its quotation mark is not closed.",
    example: """
      API__HOST example.com
      """,
    fix: "Use NAME=value.")

  /// Reported by ``XCConfig`` for each malformed line.
  private static let invalidXcconfig = Rule(
    .error, "invalid-xcconfig", "A line of an `.xcconfig` file is not valid.",
    why: "Xcode ignores the line, or reads a different value.",
    example: """
      API_HOST example.com
      """,
    fix: "Use NAME = value.")

  /// Reported by ``XCConfig``, which ignores the setting.
  private static let conditionalSetting = Rule(
    .warning, "conditional-setting", "A build setting applies only to some builds.",
    why: "A configuration is the same for all SDKs and architectures, so the line is ignored.",
    example: """
      API_HOST[sdk=iphonesimulator*] = localhost
      """,
    fix: "Give the environment its own file.")

  /// Reported by ``XCConfig`` with a fix.
  private static let urlCutByComment = Rule(
    .error, "url-cut-by-comment", "A URL in an `.xcconfig` file is cut off at its `//`.",
    why: "`//` begins a comment in these files, so the value is `https:`.",
    example: """
      API_URL = https://example.com
      """,
    fix: "Use `https:/$()/example.com`; `trema config fix` does this.")

  /// Reported by ``XCConfig``, unless the include is optional.
  private static let missingInclude = Rule(
    .error, "missing-include", "An `.xcconfig` file includes a file that does not exist.",
    why: "Its settings are missing.",
    example: """
      #include "Shared.xcconfig"
      """,
    fix: "Correct the path, or use `#include?` if the file may be missing.")

  /// Reported by ``XCConfig``.
  private static let includeCycle = Rule(
    .error, "include-cycle", "Build setting files include each other in a cycle.",
    why: "They have no valid order.",
    example: """
      #include "A.xcconfig"     in B.xcconfig, which A.xcconfig includes
      """,
    fix: "Remove one of the `#include` lines.")
}
