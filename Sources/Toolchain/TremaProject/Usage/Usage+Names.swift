import TremaCatalog
import TremaEditing
import TremaSupport

extension Usage {
  /// Reads the keys of the catalogues.
  ///
  /// - Returns: The names of the keys in source code, and the diagnostics about the catalogues.
  func readNames() throws(Diagnostic) -> (UsageNames, [Diagnostic]) {
    let spaces = UsageSpaces(self)
    var names = UsageNames(
      swiftTypes: spaces.swiftTypes, kotlinTypes: spaces.kotlinTypes, tables: spaces.tables,
      functions: functions, accessors: accessors, resourceClasses: spaces.resourceClasses,
      resourcePackages: spaces.resourcePackages, sources: spaces.sources)
    var diagnostics: [Diagnostic] = []
    var selector = SliceSelector(spaces.outputs)
    for catalog in conversion.catalogs {
      var stream = try conversion.stream(of: catalog)
      // Code may use a text that the slice does not contain.
      stream.slices = nil
      _ = try stream.header()
      while let text = try stream.next() {
        let annotations = text.annotations
        let selected = selector.select(text, annotations)
        var placement = spaces.placement(selected, annotations)
        if let slices = conversion.slices, placement.isReported {
          let key = text.withKey(Array.init)
          placement.isReported = slices.contains { $0.contains(key, annotations) }
        }
        names.append(Text(text), in: placement)
      }
      diagnostics += stream.takeDiagnostics()
    }
    return (names, diagnostics)
  }
}
