/// A value with `@reference` whose text is not a resource of the outputs that contain the value.
package struct BrokenReference {
  /// The reason why there is no resource.
  package enum Reason {
    /// The text is a variant, which has no resource of its own. The resource name of its base is
    /// known unless the variant is invalid.
    case variant(base: String?)
    /// No output for the platform contains the text.
    case omitted
  }

  /// The index of the value in the text.
  package var value: Int
  /// The key of the text that the value refers to.
  package var key: String
  /// The reason why there is no resource.
  package var reason: Reason

  package init(value: Int, key: String, _ reason: Reason) {
    (self.value, self.key, self.reason) = (value, key, reason)
  }
}
