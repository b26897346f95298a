import Foundation
import Testing
import TremaDiagnostics
import TremaSupport
import TremaTestSupport

import struct TremaSupport.SourceLocation

@Suite struct SARIFReporterTests {
  private static let validator = """
    import json, sys, jsonschema
    schema = json.load(open(sys.argv[2]))
    report = json.load(open(sys.argv[1], encoding="utf-8"))
    for error in jsonschema.Draft4Validator(schema).iter_errors(report):
        print(list(error.path), error.message[:200])
    """

  private static let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/sarif-schema-2.1.0.json").path

  private func results(_ findings: [Diagnostic], _ material: ReportContext) throws
    -> [[String: Any]]
  {
    let report = Data(ReportSample.text(.sarif, findings, material).utf8)
    let document = try JSONSerialization.jsonObject(with: report) as? [String: Any]
    let run = try #require((document?["runs"] as? [[String: Any]])?.first)
    return try #require(run["results"] as? [[String: Any]])
  }

  @Test func `every report is valid against the standard's schema`() throws {
    for findings in [[], ReportSample.findings] {
      let verdict = try ReportSample.python(
        Self.validator, ReportSample.text(.sarif, findings), [Self.schema])
      #expect(verdict.complaint == "")
      #expect(verdict.text == "")
    }
    // The validator must reject an invalid report.
    let verdict = try ReportSample.python(Self.validator, "{\"version\": 1}", [Self.schema])
    #expect(verdict.text.contains("version"))
  }

  @Test func `a report has rules, locations, fixes and fingerprints`() {
    var finding = Diagnostic(
      .warning, "edge-space", "in [it] {0}", at: ReportSample.at(2, 3, (2, 7)), hint: "cut",
      subject: "a de")
    finding.key = "a"
    finding.language = "de"
    finding.related = [.init("here", at: SourceLocation(file: "./b.trm"))]
    finding.fixes = [.init(at: ReportSample.at(2, 3, (2, 7)), replacement: "")]
    var material = ReportSample.material
    material.source = { _ in "é😀xyz" }
    #expect(
      ReportSample.text(.sarif, [finding], material)
        == #"""
        {
          "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
          "version": "2.1.0",
          "runs": [
            {
              "tool": {
                "driver": {
                  "name": "trema",
                  "version": "1.2.3",
                  "rules": [
                    {
                      "id": "edge-space",
                      "shortDescription": {
                        "text": "White \\[space\\]."
                      },
                      "help": {
                        "text": "Take it *away*.",
                        "markdown": "Take it *away*."
                      }
                    }
                  ]
                }
              },
              "invocations": [
                {
                  "executionSuccessful": true
                }
              ],
              "columnKind": "utf16CodeUnits",
              "results": [
                {
                  "ruleId": "edge-space",
                  "ruleIndex": 0,
                  "level": "warning",
                  "message": {
                    "text": "in \\[it\\] {0}\nhint: cut"
                  },
                  "locations": [
                    {
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "Texts.trm",
                          "uriBaseId": "%SRCROOT%"
                        },
                        "region": {
                          "startLine": 2,
                          "startColumn": 2,
                          "endLine": 2,
                          "endColumn": 4
                        }
                      },
                      "logicalLocations": [
                        {
                          "name": "a",
                          "fullyQualifiedName": "a de",
                          "kind": "resource"
                        }
                      ]
                    }
                  ],
                  "relatedLocations": [
                    {
                      "id": 1,
                      "physicalLocation": {
                        "artifactLocation": {
                          "uri": "b.trm",
                          "uriBaseId": "%SRCROOT%"
                        }
                      },
                      "message": {
                        "text": "here"
                      }
                    }
                  ],
                  "partialFingerprints": {
                    "trema/v1": "FINGERPRINT"
                  },
                  "fixes": [
                    {
                      "artifactChanges": [
                        {
                          "artifactLocation": {
                            "uri": "Texts.trm",
                            "uriBaseId": "%SRCROOT%"
                          },
                          "replacements": [
                            {
                              "deletedRegion": {
                                "startLine": 2,
                                "startColumn": 2,
                                "endLine": 2,
                                "endColumn": 4
                              },
                              "insertedContent": {
                                "text": ""
                              }
                            }
                          ]
                        }
                      ]
                    }
                  ]
                }
              ]
            }
          ]
        }

        """#.replacingOccurrences(of: "FINGERPRINT", with: finding.fingerprint))
  }

  @Test(arguments: [
    ("abc", 3, 3), ("é😀x", 7, 4), ("é😀x", 8, 5), ("\u{FEFF}ab", 2, 2), ("", 1, 1),
  ])
  func `columns are UTF-16 code units`(line: String, column: Int, expected: Int) throws {
    var material = ReportContext()
    material.source = { _ in line }
    let finding = Diagnostic(.error, "a", "b", at: ReportSample.at(1, column))
    let region = try region(of: try #require(results([finding], material).first))
    #expect(region == ["startLine": 1, "startColumn": expected])
  }

  @Test func `columns of findings on a long line are counted in one pass`() throws {
    let line = String(repeating: "ä", count: 1_000_000)
    var material = ReportContext()
    material.source = { _ in line }
    let findings = (0..<2000).map {
      Diagnostic(.error, "a", "b", at: ReportSample.at(1, $0 * 1000 + 1))
    }
    let last = try region(of: try #require(results(findings, material).last))
    #expect(last["startColumn"] == 1999 * 500 + 1)
  }

  @Test func `a location without its source line covers whole lines and has no fix`() throws {
    var finding = Diagnostic(.error, "a", "b", at: ReportSample.at(3, 2, (4, 7)))
    finding.fixes = [.init(at: ReportSample.at(3, 2), replacement: "x")]
    let result = try #require(results([finding], ReportContext()).first)
    #expect(try region(of: result) == ["startLine": 3, "endLine": 4])
    #expect(result["fixes"] == nil)
  }

  @Test(arguments: [
    ("./a//b/../c.trm", "a/c.trm", true), ("../a.trm", "../a.trm", true),
    ("/x/./y.trm", "file:///x/y.trm", false),
    ("Ordner é/a:b%.trm", "Ordner%20%C3%A9/a%3Ab%25.trm", true),
    ("a\nb#?.trm", "a%0Ab%23%3F.trm", true),
  ])
  func `a path is a percent-encoded relative reference`(
    path: String, uri: String, isRelative: Bool
  ) throws {
    let finding = Diagnostic(.error, "a", "b", at: SourceLocation(file: path))
    let result = try #require(results([finding], ReportContext()).first)
    let artifact = try physical(result)["artifactLocation"] as? [String: String]
    #expect(artifact?["uri"] == uri)
    #expect((artifact?["uriBaseId"] == "%SRCROOT%") == isRelative)
  }

  private func physical(_ result: [String: Any]) throws -> [String: Any] {
    let location = (result["locations"] as? [[String: Any]])?.first
    return try #require(location?["physicalLocation"] as? [String: Any])
  }

  private func region(of result: [String: Any]) throws -> [String: Int] {
    try #require(physical(result)["region"] as? [String: Int])
  }
}
