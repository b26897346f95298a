import TremaJSON
import TremaSupport

/// A reporter that writes the Static Analysis Results Interchange Format, 2.1.0, which code hosts
/// and editors read.
///
/// Columns are UTF-16 code units. If the source line is not available, a region consists of whole
/// lines. Files are referenced relative to `%SRCROOT%`, the folder that the tool ran in.
///
/// See OASIS, SARIF Version 2.1.0 Plus Errata 01.
struct SARIFReporter: Reporter {
  /// The URL of the format's JSON schema.
  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  let context: ReportContext

  func report(_ diagnostics: [Diagnostic]) -> [UInt8] {
    let diagnostics = diagnostics.inReadingOrder()
    let rules = SARIFRules(context.rules, of: diagnostics)
    var regions = SARIFRegions(columns: SourceColumns(context.source))
    var output = JSONOutput()
    output.object { output in
      output.member("$schema", Self.schema)
      output.member("version", "2.1.0")
      output.name("runs")
      output.array { output in
        output.object { output in
          output.name("tool")
          output.object { output in
            output.name("driver")
            output.object { output in
              output.member("name", "trema")
              output.member("version", context.version.isEmpty ? nil : context.version)
              rules.write(to: &output)
            }
          }
          output.name("invocations")
          output.array { output in
            output.object { output in
              // An unreadable file means that the run is incomplete.
              output.name("executionSuccessful")
              output.literal(diagnostics.contains { $0.kind != .finding } ? "false" : "true")
            }
          }
          output.member("columnKind", "utf16CodeUnits")
          output.name("results")
          output.array { output in
            for diagnostic in diagnostics {
              write(diagnostic, rules.index(of: diagnostic.code), &regions, to: &output)
            }
          }
        }
      }
    }
    output.finalNewline()
    return output.bytes
  }

  /// Writes one result.
  ///
  /// - Parameters:
  ///   - diagnostic: The diagnostic to write.
  ///   - rule: The index of its rule in the driver's `rules`.
  ///   - regions: The writer of locations, which caches source lines.
  ///   - output: The document to write to.
  private func write(
    _ diagnostic: Diagnostic, _ rule: Int?, _ regions: inout SARIFRegions,
    to output: inout JSONOutput
  ) {
    output.object { output in
      output.member("ruleId", diagnostic.code)
      output.member("ruleIndex", rule)
      output.member("level", diagnostic.severity.rawValue)
      let hint = diagnostic.hint.map { "\nhint: \($0)" } ?? ""
      let environments = diagnostic.listOfEnvironments.map { "\n\($0)" } ?? ""
      Self.message(diagnostic.message + hint + environments, to: &output)
      output.name("locations")
      output.array { output in
        guard let location = diagnostic.location else { return }
        output.object { output in
          regions.write(location, to: &output)
          Self.writeSubject(of: diagnostic, to: &output)
        }
      }
      if !diagnostic.related.isEmpty {
        output.name("relatedLocations")
        output.array { output in
          for (index, related) in diagnostic.related.enumerated() {
            output.object { output in
              output.member("id", index + 1)
              regions.write(related.location, to: &output)
              Self.message(related.message, to: &output)
            }
          }
        }
      }
      output.name("partialFingerprints")
      output.object { $0.member("trema/v1", diagnostic.fingerprint) }
      writeFix(of: diagnostic, &regions, to: &output)
      Self.writeProperties(of: diagnostic, to: &output)
    }
  }

  /// Writes the text that a finding is about as a logical location, in addition to the physical
  /// location.
  private static func writeSubject(of diagnostic: Diagnostic, to output: inout JSONOutput) {
    guard let key = diagnostic.key?.shortenedField else { return }
    output.name("logicalLocations")
    output.array { output in
      output.object { output in
        output.member("name", key)
        output.member(
          "fullyQualifiedName", diagnostic.language.map { "\(key) \($0)" } ?? key)
        output.member("kind", "resource")
      }
    }
  }

  /// Writes the properties that SARIF has no member for: the number of omitted findings, and the
  /// details for findings in configurations.
  private static func writeProperties(of diagnostic: Diagnostic, to output: inout JSONOutput) {
    if diagnostic.environments.isEmpty, diagnostic.expected == nil, diagnostic.actual == nil,
      diagnostic.omitted == 0
    {
      return
    }
    output.name("properties")
    output.object { output in
      output.member("omitted", diagnostic.omitted > 0 ? diagnostic.omitted : nil)
      output.member("environments", diagnostic.environments)
      output.member("keyPath", diagnostic.keyPath)
      output.member("expected", diagnostic.expected)
      output.member("actual", diagnostic.actual)
    }
  }

  /// Writes all edits of a finding as one fix, because only together do they solve the problem.
  ///
  /// Without the source lines, the exact region of an edit is unknown, so no fix is written.
  private func writeFix(
    of diagnostic: Diagnostic, _ regions: inout SARIFRegions, to output: inout JSONOutput
  ) {
    guard !diagnostic.fixes.isEmpty else { return }
    // The edits are grouped by file in the order of first appearance.
    var files: [(file: String, edits: [(region: SARIFRegions.Region, text: String)])] = []
    for edit in diagnostic.fixes {
      guard let region = regions.exact(edit.location) else { return }
      if files.last?.file != edit.location.file { files.append((edit.location.file, [])) }
      files[files.count - 1].edits.append((region, edit.replacement))
    }
    output.name("fixes")
    output.array { output in
      output.object { output in
        output.name("artifactChanges")
        output.array { output in
          for (file, edits) in files {
            output.object { output in
              SARIFRegions.write(file: file, to: &output)
              output.name("replacements")
              output.array { output in
                for edit in edits {
                  output.object { output in
                    output.name("deletedRegion")
                    edit.region.write(to: &output)
                    output.name("insertedContent")
                    output.object { $0.member("text", edit.text) }
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Writes a plain text message.
  ///
  /// Brackets are escaped because they could be read as a link to a location. Braces are not
  /// escaped, because consumers treat them as placeholders only if there are arguments.
  static func message(_ text: String, name: String = "message", to output: inout JSONOutput) {
    output.name(name)
    output.object { $0.member("text", escaped(text)) }
  }

  /// Returns a string with brackets escaped.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "[")) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "[" || scalar == "]" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}
