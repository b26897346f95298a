import Foundation
import Testing
import TremaCatalog
import TremaFormats
import TremaMessages
import TremaTestSupport

@Suite struct XCStringsTests {
  static let rectangle = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(
      "Fixtures/corpora/xcstrings/rectangle/RectangleLauncher/mul.lproj/Main.xcstrings")

  static func written(_ texts: [Text], losses: inout [Feature]) -> [UInt8] {
    var writer = XCStringsWriter(
      CatalogDescription(
        source: "Texts.trm", table: "Texts", masterLanguage: TranslatedTexts.master,
        languages: TranslatedTexts.languages))
    var output: [UInt8] = []
    writer.begin(into: &output)
    for text in texts {
      let outline = TextOutline(
        text, annotations: Annotations(text.context), master: TranslatedTexts.master.description)
      writer.append(text, outline, into: &output)
      losses += writer.takeLosses()
    }
    writer.end(into: &output)
    return output
  }

  static func read(_ source: String) throws -> FormatReading {
    try ReadableFormat.xcstrings.read(
      Array(source.utf8), ReadingOptions(file: "Texts.xcstrings"))
  }

  @Test func `a file written by Xcode survives a round trip byte for byte`() throws {
    let bytes = [UInt8](try Data(contentsOf: Self.rectangle))
    let document = try XCStringsDocument.decode(bytes, file: "Main.xcstrings")
    #expect(document.encoded() == bytes)
    let odd = """
      {
        "sourceLanguage" : "en",
        "strings" : {
          "" : {

          },
          "b/c" : {
            "unknown" : [

            ],
            "number" : 1.50
          },
          "a" : {

          }
        },
        "version" : "1.0"
      }

      """
    let again = try XCStringsDocument.decode(Array(odd.utf8), file: "odd.xcstrings")
    #expect(String(decoding: again.encoded(), as: UTF8.self) == odd)
  }

  @Test func `a real catalogue is read with all its languages and survives a round trip`()
    throws
  {
    let bytes = [UInt8](try Data(contentsOf: Self.rectangle))
    let reading = try ReadableFormat.xcstrings.read(bytes, ReadingOptions(file: "Main.xcstrings"))
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.masterLanguage == "en")
    #expect(reading.texts.count == 131)
    #expect(reading.texts.reduce(0) { $0 + $1.values.count } == 3930)
    #expect(reading.losses[.extractionState]?.count == 131)
    let first = try #require(reading.texts.first)
    #expect(first.context?.text == #"Class = "NSMenu"; title = "Find"; ObjectID = "1b7-l0-nxx";"#)
    #expect(first["en"]?.status == .initial)
    #expect(first["de"]?.source == "Suchen")
    #expect(first["de"]?.status == .translated)
    var losses: [Feature] = []
    let output = Self.written(reading.texts, losses: &losses)
    #expect(losses.isEmpty)
    let again = try ReadableFormat.xcstrings.read(output, ReadingOptions(file: "Main.xcstrings"))
    #expect(again.losses.isEmpty)
    #expect(again.texts == reading.texts)
  }

  @Test func `the output has Xcode's layout and is read back unchanged`() throws {
    var generator = TranslatedTexts(seed: 80)
    generator.statuses = [.initial, .translated, .special]
    for _ in 0..<60 {
      let texts = generator.texts(5)
      var losses: [Feature] = []
      let output = Self.written(texts, losses: &losses)
      #expect(losses.isEmpty)
      let document = try XCStringsDocument.decode(output, file: "Texts.xcstrings")
      #expect(document.encoded() == output)
      let reading = try ReadableFormat.xcstrings.read(
        output, ReadingOptions(file: "Texts.xcstrings"))
      #expect(reading.diagnostics.isEmpty)
      #expect(reading.losses.isEmpty)
      #expect(reading.texts.map(\.key) == texts.map(\.key))
      for (found, wanted) in zip(reading.texts, texts) {
        #expect(meanings(found) == meanings(wanted), "\(String(decoding: output, as: UTF8.self))")
        #expect(Annotations(found.context).prose == Annotations(wanted.context).prose)
        for value in wanted.values { #expect(found[value.language]?.status == value.status) }
      }
    }
  }

  @Test func `Python uses the same layout`() throws {
    var generator = TranslatedTexts(seed: 81)
    var losses: [Feature] = []
    let output = Self.written(generator.texts(200), losses: &losses)
    let program = """
      import json, sys
      value = json.loads(sys.stdin.buffer.read().decode('utf-8'))
      text = json.dumps(value, indent=2, separators=(',', ' : '), ensure_ascii=False)
      sys.stdout.buffer.write(text.encode('utf-8'))
      """
    let judged = try Judge.python.run(["-c", program], input: output)
    #expect(judged.status == 0, "\(judged.complaint)")
    #expect(judged.output == output)
  }

  @Test func `plurals, substitutions and selects are written as Xcode writes them`() {
    var text = Text(key: "a")
    text.context = Context("Days left\n@translatable false\n@param 2 name who\n@param 3 weeks")
    text.values = [
      Value(
        language: "en", status: .initial,
        source: "{count, plural, =0 {No} one {# day} other {# days}} for %2$@"),
      Value(language: "de", source: "{count, plural, other {#}} {weeks, plural, other {#}}"),
      Value(language: "fr", status: .special, source: "{count, select, other {100 %}}"),
    ]
    var losses: [Feature] = []
    let output = Self.written([text], losses: &losses)
    #expect(losses == [.select])
    #expect(
      String(decoding: output, as: UTF8.self) == """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "a" : {
              "comment" : "Days left",
              "extractionState" : "manual",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "%#@count@ %#@weeks@"
                  },
                  "substitutions" : {
                    "count" : {
                      "argNum" : 1,
                      "formatSpecifier" : "ld",
                      "variations" : {
                        "plural" : {
                          "other" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%arg"
                            }
                          }
                        }
                      }
                    },
                    "weeks" : {
                      "argNum" : 3,
                      "formatSpecifier" : "ld",
                      "variations" : {
                        "plural" : {
                          "other" : {
                            "stringUnit" : {
                              "state" : "translated",
                              "value" : "%arg"
                            }
                          }
                        }
                      }
                    }
                  }
                },
                "en" : {
                  "variations" : {
                    "plural" : {
                      "one" : {
                        "stringUnit" : {
                          "state" : "new",
                          "value" : "%1$ld day for %2$@"
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "new",
                          "value" : "%1$ld days for %2$@"
                        }
                      },
                      "zero" : {
                        "stringUnit" : {
                          "state" : "new",
                          "value" : "No for %2$@"
                        }
                      }
                    }
                  }
                },
                "fr" : {
                  "stringUnit" : {
                    "state" : "needs_review",
                    "value" : "{0, select, other {100 %}}"
                  }
                }
              },
              "shouldTranslate" : false
            }
          },
          "version" : "1.0"
        }
        """)
  }

  @Test func `an empty catalogue contains the empty line that Xcode writes`() {
    var losses: [Feature] = []
    #expect(
      String(decoding: Self.written([], losses: &losses), as: UTF8.self)
        == "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\n  },\n  \"version\" : \"1.0\"\n}"
    )
  }
}
