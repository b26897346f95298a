/// Generates the source code of an app in Swift, Kotlin and Android XML, deterministically by size.
/// Most lines do not use texts; comments and literals contain keys that do not count as uses.
struct SourceGenerator {
  /// The number of texts. One in a thousand is unused and occurs only in comments.
  let texts: Int
  private var next = 0

  init(texts: Int) { self.texts = texts }

  static func unused(of texts: Int) -> Int { texts / 1000 }

  /// The number of lines in a file.
  static let height = 500

  /// Generates the files.
  ///
  /// - Parameter write: Receives the path and the bytes of each file.
  mutating func generate(lines: Int, write: (String, [UInt8]) throws -> Void) rethrows {
    for file in 0..<lines / Self.height {
      switch file % 5 {
      case 0..<3: try write("ios/Screen\(file).swift", swift(file))
      case 3: try write("android/Screen\(file).kt", kotlin(file))
      default: try write("android/res/layout/screen\(file).xml", xml(file))
      }
    }
  }

  /// Returns the number of the next text to use, starting again after the last one.
  private mutating func number() -> Int {
    defer { next += 1 }
    return next % texts
  }

  private static func isUnused(_ number: Int) -> Bool { number % 1000 == 500 }

  private mutating func swift(_ file: Int) -> [UInt8] {
    var lines = ["import SwiftUI", "", "final class Screen\(file): ViewController {"]
    while lines.count + 11 < Self.height {
      let number = number()
      let key = CatalogueGenerator.key(number)
      lines.append("  // Shows \(key), if there is one.")
      lines.append("  func update\(lines.count)(_ model: Model, animated: Bool = true) {")
      lines.append("    guard let content = model.content, !content.isEmpty else { return }")
      if !Self.isUnused(number) { lines.append("    label.text = translate(\"\(key)\")") }
      lines.append(
        "    log.debug(\"shown \\(content.count) of \\(model.total(of: \"all\")) rows\")")
      lines.append("    let height = content.map { $0.height + 2 * margin }.reduce(0, +)")
      lines.append("    UIView.animate(withDuration: animated ? 0.25 : 0) {")
      lines.append("      self.constraint.constant = height /* points */ + 1")
      lines.append("    }")
      lines.append("  }")
      lines.append("")
    }
    return padded(lines + ["}"])
  }

  private mutating func kotlin(_ file: Int) -> [UInt8] {
    var lines = ["package app", "", "class Screen\(file) : Fragment() {"]
    while lines.count + 8 < Self.height {
      let number = number()
      let name = Self.name(number)
      lines.append("  /* was R.string.\(name)_old */")
      lines.append("  fun update\(lines.count)(model: Model, animated: Boolean = true) {")
      lines.append("    val content = model.content ?: return")
      if !Self.isUnused(number) { lines.append("    label.text = getString(R.string.\(name))") }
      lines.append("    Log.d(\"screen\", \"shown ${content.size} of ${model.total(\"all\")}\")")
      lines.append("    list.layoutParams.height = content.sumOf { it.height + 2 * margin }")
      lines.append("  }")
      lines.append("")
    }
    return padded(lines + ["}"])
  }

  private mutating func xml(_ file: Int) -> [UInt8] {
    var lines = [
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>",
      "<LinearLayout xmlns:android=\"http://schemas.android.com/apk/res/android\">",
    ]
    while lines.count + 7 < Self.height {
      let number = number()
      lines.append("  <!-- @string/\(Self.name(number))_old -->")
      lines.append("  <TextView")
      lines.append("      android:id=\"@+id/label\(lines.count)\"")
      lines.append("      android:layout_width=\"match_parent\"")
      if !Self.isUnused(number) {
        lines.append("      android:text=\"@string/\(Self.name(number))\"")
      }
      lines.append("      android:layout_height=\"wrap_content\" />")
    }
    return padded(lines + ["</LinearLayout>"])
  }

  private static func name(_ number: Int) -> String { "screen\(number % 97)_label_\(number)" }

  private func padded(_ lines: [String]) -> [UInt8] {
    let blanks = Array(repeating: "", count: max(0, Self.height - lines.count))
    return Array(((lines + blanks).joined(separator: "\n") + "\n").utf8)
  }
}
