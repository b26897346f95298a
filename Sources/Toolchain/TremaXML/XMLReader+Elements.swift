import TremaSupport

/// Elements that the handler reads by itself, straight from the bytes of the window.
extension XMLReader {
  /// Lets the handler read elements as long as it knows them. The scanner, which has the bytes of the
  /// window, is behind the last of them.
  ///
  /// - Returns: whether there were any; nil where there was none, as one is unfinished.
  func readElements(_ elements: any XMLElementHandler, _ scanner: inout XMLScanner) -> Bool? {
    let isRead = elements.readElements(&scanner, limit: limits.held)
    if isRead == true {
      counted = scanner.place.moved(by: window.start)
      markupEnd = counted.index
    }
    return isRead
  }
}
