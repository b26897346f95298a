import Foundation

/// Files in other formats that are designed to take long, and the exit status expected from
/// `import` for each.
struct HostileImports {
  struct File {
    let name: String
    /// The file name extension, which determines the format.
    let format: String
    let status: Int
    let bytes: [UInt8]
  }

  let size: Int

  var files: [File] { strings + json + lines + tables + xml }

  private func file(
    _ name: String, _ format: String, status: Int = 0, _ before: String, _ piece: String,
    _ behind: String
  ) -> File {
    file(name, format, status: status, before, { _ in piece }, behind)
  }

  private func file(
    _ name: String, _ format: String, status: Int = 0, _ before: String, _ piece: (Int) -> String,
    _ behind: String
  ) -> File {
    var bytes = Array(before.utf8)
    bytes.reserveCapacity(size + 100)
    var number = 0
    while bytes.count < size {
      bytes += piece(number).utf8
      number += 1
    }
    return File(name: name, format: format, status: status, bytes: bytes + behind.utf8)
  }

  private var strings: [File] {
    [
      file("one giant value", "strings", "\"a\" = \"", "word ", "\";\n"),
      file("escapes", "strings", "\"a\" = \"", "\\n\\U00e9", "\";\n"),
      file("comments", "strings", "\"a\" = \"b\";\n", "/* a */\n", "\"b\" = \"c\";\n"),
      file("the same key", "strings", "", "\"a\" = \"b\";\n", ""),
      file("a comment without an end", "strings", status: 3, "/*", " * /* ", ""),
      file("a value without an end", "strings", status: 3, "\"a\" = \"", "b; ", ""),
      file("lists in lists", "strings", status: 3, "\"a\" = ", "(", ""),
    ]
  }

  private var json: [File] {
    [
      file("one giant value", "json", "{\"a\": \"", "word ", "\"}\n"),
      file("escapes", "json", "{\"a\": \"", "\\u00e9\\n", "\"}\n"),
      file("lists in lists", "json", status: 3, "{\"a\": ", "[", ""),
      file("objects in objects", "json", status: 3, "", "{\"a\":", ""),
      file("the same key", "json", status: 3, "{", "\"a\": \"b\",\n", "\"a\": \"b\"}\n"),
      file("white space", "json", "{\"a\":", " ", "\"b\"}\n"),
      file("a value without an end", "json", status: 3, "{\"a\": \"", "b", ""),
      file(
        "colliding keys", "json", "{", { "\"\(CollidingKeys.fnv($0))\": \"b\",\n" },
        "\"a\": \"b\"}\n"),
    ]
  }

  private var lines: [File] {
    let head =
      "msgid \"\"\nmsgstr \"Language: fr\\nContent-Type: text/plain; charset=UTF-8\\n\"\n\n"
    return [
      file("one line", "properties", "a=", "word ", "\n"),
      file("a line that goes on", "properties", "a=", "b\\\n", "c\n"),
      file("comments", "properties", "a=b\n", "# a\n", "b=c\n"),
      file("escapes", "properties", "a=", "\\u00e9", "\n"),
      file("the same key", "properties", "", "a=b\n", ""),
      file("a value of pieces", "po", "\(head)msgid \"a\"\nmsgstr \"\"\n", "\"b\"\n", ""),
      file("comments", "po", "\(head)", "# a\n", "msgid \"a\"\nmsgstr \"b\"\n"),
      file("escapes", "po", "\(head)msgid \"a\"\nmsgstr \"", "\\n\\t", "\"\n"),
    ]
  }

  private var tables: [File] {
    let head = "Key,Context,Master (de),Value (fr),Status\n"
    return [
      file("a cell without an end", "csv", status: 3, "\(head)\"", "a,b\n", ""),
      file("quotes", "csv", "\(head)k,,x,\"", "\"\"", "\",translated\n"),
      file("a row of many cells", "csv", "\(head)k,,x,y,translated", ",", "\n"),
      file("empty rows", "csv", "\(head)k,,x,y,translated\n", ",,,,\n", ""),
    ]
  }

  private var xml: [File] {
    let android = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<resources>\n"
    let xliff =
      "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\">"
      + "<file original=\"a\" source-language=\"de\" target-language=\"fr\" datatype=\"plaintext\">"
      + "<body><trans-unit id=\"k\"><source>x</source><target>"
    return [
      file(
        "one giant value", "xml", "\(android)<string name=\"a\">", "word ",
        "</string></resources>\n"),
      file("escapes", "xml", "\(android)<string name=\"a\">", "\\'\\n", "</string></resources>\n"),
      file("elements in each other", "xml", status: 3, "\(android)<string name=\"a\">", "<b>", ""),
      file(
        "elements", "xml", "\(android)<string name=\"a\">", "<b>c</b>", "</string></resources>\n"),
      file(
        "items of an array", "xml", "\(android)<string-array name=\"a\">", "<item>b</item>",
        "</string-array></resources>\n"),
      file(
        "elements", "xliff", xliff, "<g id=\"1\">a</g>",
        "</target></trans-unit></body></file></xliff>\n"),
    ]
  }
}
