extension MergeConflict {
  /// What happened, in a sentence that names the text.
  ///
  /// - Parameter key: of the text; nil for the root.
  package func sentence(key: String?) -> String {
    let text = key.map { "'\($0)'" } ?? "the catalogue"
    let thing = language.map { "\(text) in '\($0)'" } ?? text
    switch subject {
    case .value where base.text != nil && base.text == theirs.text && theirs.status != nil:
      return "\(thing) was changed by ours, and its status by theirs"
        + their(theirs.status?.spelling)
    case .value:
      let happened =
        base.text == nil ? "was added on both sides, and differs" : "was changed on both sides"
      return "\(thing) \(happened)\(their(theirs.text))\(theirStatus)"
    case .status:
      return "the status of \(thing) was changed on both sides"
        + their(theirs.status?.spelling)
    case .context: return "the context of \(thing) was changed on both sides\(their(theirs.text))"
    case .attribute:
      return "the attribute '\(name ?? "")' of \(thing) was "
        + (deleted.map { "removed by \($0.rawValue) and changed by the other side" }
          ?? "changed on both sides\(their(theirs.text))")
    case .key: return "\(thing) was renamed on both sides\(their(theirs.text))"
    case .deletion:
      let other = deleted == .ours ? "theirs" : "ours"
      return "\(thing) was removed by \(deleted?.rawValue ?? "one side") and changed by \(other)"
    }
  }

  /// What they say of the value, where it is not what ours says: the status may be all they changed.
  private var theirStatus: String {
    guard let status = theirs.status else { return "" }
    return ", \(status.spelling ?? "without a status")"
  }

  private func their(_ text: String?) -> String {
    guard let text else { return "" }
    return "; theirs is '\(text.count <= 40 ? text : "\(text.prefix(40))…")'"
  }
}

extension MergeConflict {
  /// What it is about, wherever it stands.
  package func subject(key: String?) -> String {
    ([key ?? ""] + [language, subject.rawValue, name].compactMap { $0 }).joined(separator: " ")
  }
}
