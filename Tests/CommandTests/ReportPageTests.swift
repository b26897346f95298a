import Foundation
import Testing
import TremaTestSupport

/// The HTML report in a real browser.
@Suite struct ReportPageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var texts = ""
    for number in 0..<130 {
      texts += """
          <text key="a_key_without_any_place_to_break_it_\(number)"><context>Page \(number)</context>
            <value lang="de" status="verified">Wert \(number)</value>
            <value lang="ar" status="initial">قيمة \(number)</value>
          </text>

        """
    }
    try folder.write(
      """
      <trema masterLang="de">
      \(texts)
        <text key="evil"><context>&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;</context>
          <value lang="de" status="verified">%d &lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</value>
          <value lang="ar" status="translated">%@</value>
        </text>
        <text key="lonely"><context/><value lang="de" status="verified"> Rand</value></text>
      </trema>
      """, to: "Texts.trm")
    let result = try Tool.run("check", "Texts.trm", "--report=html=report.html", in: folder)
    #expect(result.status == 1)
  }

  /// The page after its script has run.
  private func browse(_ page: String, _ fragment: String = "", _ options: [String] = []) throws
    -> String
  {
    try Judge.chromium.run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        "--user-data-dir=\(folder.path)/profile",
        "--window-size=360,800",
      ] + options + ["--dump-dom", "file://\(folder.path)/\(page)\(fragment)"]
    ).text
  }

  private func count(_ needle: String, in text: String) -> Int {
    text.components(separatedBy: needle).count - 1
  }

  /// The page without the part for browsers that run no scripts.
  private func shown(_ page: String) -> String {
    page.replacingOccurrences(
      of: "<noscript>[\\s\\S]*?</noscript>", with: "", options: .regularExpression)
  }

  @Test func `a page shows counts, a hundred texts at a time, and text only`() throws {
    let page = shown(try browse("report.html"))
    #expect(page.contains("<b>1</b> error<"))
    #expect(page.contains("<b>2</b> warnings<"))
    #expect(page.contains("<b>132</b> texts<"))
    #expect(page.contains("Showing 3</p>"))
    #expect(page.contains("Showing 1–100 of 132</p>"))
    #expect(page.contains("Page 1 of 2"))
    #expect(count("<li class=\"text\">", in: page) == 100)
    #expect(count("<li class=\"finding ", in: page) == 3)
    #expect(page.contains("<dd dir=\"auto\" lang=\"ar\">قيمة 7</dd>"))
    #expect(!page.contains("<img"))
  }

  @Test func `the URL fragment filters findings and texts`() throws {
    let page = shown(
      try browse("report.html", "#severity=error&text=evil%20amp&in=ar&status=translated"))
    #expect(page.contains("Showing 1 of 3</p>"))
    #expect(count("<li class=\"finding ", in: page) == 1)
    #expect(page.contains("placeholder-mismatch</code>"))
    #expect(page.contains("Showing 1 of 132</p>"))
    #expect(count("<li class=\"text\">", in: page) == 1)
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;</p>"))
    #expect(page.contains("%d &lt;script&gt;alert(1)&lt;/script&gt; &amp;amp;</dd>"))
    let missing = shown(try browse("report.html", "#status=missing&in=ar"))
    #expect(missing.contains("<code>lonely</code>"))
    #expect(missing.contains("Showing 1 of 132</p>"))
  }

  @Test func `the whole page is readable without scripts`() throws {
    // A browser without scripts shows the contents of `noscript` as part of the page; one with
    // scripts prints the page by a script, so it gets a copy as the other browser would see it.
    let plain = try folder.text("report.html")
      .replacingOccurrences(
        of: "<script>[\\s\\S]*</script>", with: "", options: .regularExpression
      )
      .replacingOccurrences(of: "noscript>", with: "div>")
    try folder.write(plain, to: "plain.html")
    let page = try browse("plain.html")
    #expect(count("<li class=\"text\">", in: page) == 132)
    #expect(count("<li class=\"finding ", in: page) == 3)
    #expect(page.contains("filters\" aria-label=\"Filter findings\" hidden"))
    #expect(!page.contains("<img"))
  }

  @Test func `the page fits the width of a phone in light and dark mode`() throws {
    // The policy of the page forbids a measuring script, so this copy has none.
    let page = try folder.text("report.html")
    let policy = try #require(
      page.range(of: "<meta http-equiv[^>]*>", options: .regularExpression))
    let measure = """
      <script>
      const root = document.documentElement;
      const style = getComputedStyle(document.body);
      parent.postMessage([innerWidth, root.scrollWidth, style.backgroundColor,
        document.querySelectorAll("img, script").length].join("|"), "*");
      </script>
      """
    try folder.write(page.replacingCharacters(in: policy, with: "") + measure, to: "measured.html")
    // The window of a browser without a screen is never narrower than 500.
    try folder.write(
      """
      <!DOCTYPE html><script>onmessage = (event) => document.title = event.data;</script>
      <iframe src="measured.html" width="360" height="800" frameborder="0"></iframe>
      """, to: "phone.html")
    for (scheme, paper) in [("0", "rgb(20, 23, 28)"), ("1", "rgb(255, 255, 255)")] {
      let measured = try browse(
        "phone.html", "",
        ["--blink-settings=preferredColorScheme=\(scheme)", "--virtual-time-budget=3000"])
      let title = try #require(
        measured.range(of: "<title>[^<]*", options: .regularExpression))
      let words = measured[title].dropFirst(7).split(separator: "|")
      #expect(words.map(String.init) == ["360", "360", paper, "2"])
    }
  }

  @Test func `the page makes no network requests`() throws {
    let page = try folder.text("report.html")
    for needle in ["http://", "https://", "src=\"", "@import", "url("] {
      #expect(!page.contains(needle), "\(needle)")
    }
  }
}
