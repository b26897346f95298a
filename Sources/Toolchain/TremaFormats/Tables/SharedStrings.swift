/// Every text once, in the order of first use.
struct SharedStrings {
  // Swift's own equality of texts takes some that differ in their bytes for the same.
  private var indices: [[UInt8]: Int] = [:]
  private var items: [UInt8] = []
  private var uses = 0

  mutating func index(of text: String) -> Int {
    uses += 1
    let key = Array(text.utf8)
    if let index = indices[key] { return index }
    let index = indices.count
    indices[key] = index
    items += #"<si><t xml:space="preserve">"#.utf8
    OfficeText.append(text, to: &items)
    items += "</t></si>".utf8
    return index
  }

  var part: [UInt8] {
    let namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    var xml = Array(
      #"<sst xmlns="\#(namespace)" count="\#(uses)" uniqueCount="\#(indices.count)">"#.utf8)
    xml += items
    xml += "</sst>".utf8
    return xml
  }
}
