import TremaHTTP

extension NetworkError {
  /// Whether the same request may fare better over another connection: this one was lost, became
  /// silent, or was never there.
  var isLossOfConnection: Bool {
    switch kind {
    case .timeout(let part): part != .total
    case .transport(let error):
      switch error.kind {
      case .connectionLost, .truncatedBody, .cannotConnect, .nameNotFound: true
      default: false
      }
    default: false
    }
  }
}
