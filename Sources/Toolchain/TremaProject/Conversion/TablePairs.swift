import TremaSupport

extension [ConversionOutput] {
  /// Returns the errors about `stringsdict` outputs that have other texts or languages than the
  /// `strings` output of the same table. Plurals would be in both files or in none of them.
  func selectionMismatches() -> [Diagnostic] {
    indices.flatMap { second in
      self[..<second].compactMap { first in
        let other = self[second]
        guard first.isPaired(with: other), !first.hasSameSelection(as: other) else { return nil }
        return Diagnostic(
          .error, "selection-mismatch",
          "the 'strings' and 'stringsdict' outputs of the table '\(other.table)' in "
            + "'\(other.directory)' have different texts or languages",
          at: other.location,
          hint: "give both the same keys, exceptKeys, tags, platform and languages",
          kind: .unreadable)
      }
    }
  }
}

extension ConversionOutput {
  /// Returns whether the two outputs are the `strings` and the `stringsdict` file of one table.
  fileprivate func isPaired(with other: ConversionOutput) -> Bool {
    let formats: Set = [formatName, other.formatName]
    return formats == ["strings", "stringsdict"] && directory == other.directory
      && table == other.table
  }

  /// Returns whether the two outputs contain the same texts and languages.
  fileprivate func hasSameSelection(as other: ConversionOutput) -> Bool {
    slice.selectsSameTexts(as: other.slice)
      && languages.map(Set.init) == other.languages.map(Set.init)
  }
}
