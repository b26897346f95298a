extension KeyValueStore {
  /// A sort criterion for records.
  public struct Order<Root>: Sendable {
    /// The direction of a sort order.
    public enum Direction: String, Sendable {
      /// From the lowest value to the highest.
      case ascending = "ASC"
      /// From the highest value to the lowest.
      case descending = "DESC"
    }

    /// The declared field's key path.
    let path: PartialKeyPath<Root> & Sendable
    let direction: Direction

    /// Returns the order by a declared field. In ascending order, `nil` sorts before numbers, and
    /// numbers before strings.
    public static func by(
      _ path: PartialKeyPath<Root> & Sendable, _ direction: Direction = .ascending
    ) -> Order { Order(path: path, direction: direction) }
  }
}
