import TremaCatalog

/// What the member of a plain text is made of, in its bytes. They may be read as long as the call lasts
/// that it was handed to.
package struct PlainMember {
  var key: UnsafeBufferPointer<UInt8>
  /// One line, or empty.
  var prose: UnsafeBufferPointer<UInt8>
  /// What the master says; not empty. Its percent signs are those of `SimplePlaceholders`.
  var master: UnsafeBufferPointer<UInt8>
  /// What stands in that.
  var signs: Signs
  /// What members are called in Swift and, but for names that hide something there, in Kotlin; empty where
  /// that does not follow from the bytes of the key alone, or where the key has a space.
  var name: UnsafeBufferPointer<UInt8>
  /// Whether the prose and what the master says stand in a comment as they are, and begin nothing in it.
  let isVerbatim: Bool

  /// - Parameters:
  ///   - key: of the text.
  ///   - prose: one line, or empty.
  ///   - master: what the master says; not empty, its percent signs those of `SimplePlaceholders`.
  ///   - signs: what stands in that.
  ///   - names: has room for the key, and gets the name.
  init(
    key: UnsafeBufferPointer<UInt8>, prose: UnsafeBufferPointer<UInt8>,
    master: UnsafeBufferPointer<UInt8>, signs: Signs, names: UnsafeMutableBufferPointer<UInt8>
  ) {
    (self.key, self.prose, self.master, self.signs) = (key, prose, master, signs)
    // A space would be one in the comment, where its words may come apart.
    let isWord = !key.contains(UInt8(ascii: " "))
    let count = isWord ? SwiftName.write(memberForPlain: key, to: names) ?? 0 : 0
    name = UnsafeBufferPointer(rebasing: names[..<count])
    isVerbatim = PlainComment.isVerbatim(prose: prose, master: master, signs)
  }

  /// What cannot be written as a plain member.
  private init() {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    (key, prose, master, name) = (nothing, nothing, nothing, nothing)
    signs = []
    isVerbatim = false
  }

  /// Makes the members of texts, which all accessors share.
  ///
  /// - Parameters:
  ///   - run: the texts.
  ///   - texts: where they are.
  ///   - masterLanguage: as the file spells it.
  ///   - body: gets a member for each of the texts.
  package static func with(
    _ run: ArraySlice<PlainText>, of texts: PlainTexts, masterLanguage: String,
    _ body: ([PlainMember]) -> Void
  ) {
    let master = texts.languages.firstIndex(of: masterLanguage)
    var room = 1
    for index in run.indices { room += run[index].key.count }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { names in
      texts.bytes.withUnsafeBufferPointer { bytes in
        var members: [PlainMember] = []
        members.reserveCapacity(run.count)
        var done = 0
        for index in run.indices {
          let text = run[index]
          guard let value = text.values.first(where: { texts.values[$0].language == master }) else {
            members.append(PlainMember())
            continue
          }
          members.append(
            PlainMember(
              key: UnsafeBufferPointer(rebasing: bytes[text.key]),
              prose: UnsafeBufferPointer(rebasing: bytes[text.context]),
              master: UnsafeBufferPointer(rebasing: bytes[texts.values[value].text]),
              signs: texts.values[value].signs,
              names: UnsafeMutableBufferPointer(rebasing: names[done...])))
          done += text.key.count
        }
        body(members)
      }
    }
  }
}
