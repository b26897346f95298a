import Testing
import TremaFormats

@Suite struct TremaCorePropertiesTests {
  @Test func `the file contains the comment and the sorted keys`() throws {
    let (text, differences) = try Compatibility.tremaCore.file(
      .properties, ["b": #"a "q"\n%@ 100%"#, "a key": " é=x"])
    #expect(differences == [])
    #expect(
      text == #"""
        #Generated file - do not edit
        a\ key=\ \u00E9\=x
        b=a "q"\\n%@ 100%

        """#)
  }

  @Test func `Java's Properties.store writes the same bytes, except for the date`() throws {
    let texts: KeyValuePairs = [
      "plain": "text", "": "", "empty": "", "a b": " a  b ", "=:#!": "=:#!",
      "back\\slash": #"a\nb\"#,
      "tab\t": "\t\r\n\u{7F}", "ü": "äöü ß €", "😀": "😀", "\u{FF01}": "~ }", "z": "\u{A0}",
      "controls": "\u{85}\u{2028}",
    ]
    let (text, _) = try Compatibility.tremaCore.file(.properties, texts)
    let shell = try Shell()
    try shell.write(Self.program.utf8, to: "Store.java")
    let input = texts.map { "\($0.key)\u{0}\($0.value)\u{0}" }.joined()
    let java = try shell.run("java", ["Store.java"], input: Array(input.utf8))
    #expect(java.error.isEmpty, "\(java.error)")
    #expect(text == "#Generated file - do not edit\n" + java.output)
  }

  /// Stores each entry alone, in the order of the keys, and prints the line below the comments.
  private static let program = """
    import java.io.*;
    import java.util.*;
    import static java.nio.charset.StandardCharsets.*;

    class Store {
      public static void main(String[] arguments) throws IOException {
        String[] words = new String(System.in.readAllBytes(), UTF_8).split("\\0", -1);
        TreeMap<String, String> texts = new TreeMap<>();
        for (int i = 0; i + 1 < words.length; i += 2) texts.put(words[i], words[i + 1]);
        for (Map.Entry<String, String> text : texts.entrySet()) {
          Properties properties = new Properties();
          properties.setProperty(text.getKey(), text.getValue());
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          properties.store(bytes, "Generated file - do not edit");
          System.out.write((bytes.toString(ISO_8859_1).split("\\n")[2] + "\\n").getBytes(ISO_8859_1));
        }
        System.out.flush();
      }
    }
    """
}
