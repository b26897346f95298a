import TremaSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Who writes the file of a jar, and what became of it.
struct CookieSaving: Sendable {
  var isWriting = false
  /// Something changed since the cookies that are being written were taken.
  var isWanted = false
  var problem: CookieFileError?
}

extension CookieJar {
  /// One whose cookies are kept in a file. It is read now, and written when a response has changed
  /// something, when cookies are removed, and by ``save(at:)``.
  ///
  /// - Throws: what keeps the file from being read; a damaged one only with `fail`.
  public convenience init(
    file: CookieFile, ifDamaged: DamagedCookieFile = .fail, limits: Limits = Limits(),
    at date: Date = Date()
  ) throws(CookieFileError) {
    file.removeLeftovers()
    var cookies: [Cookie] = []
    do throws(CookieFileError) {
      cookies = try file.read(at: date)
    } catch {
      guard case .damaged = error, ifDamaged == .setAside else { throw error }
      try file.setAside()
    }
    self.init(limits: limits, file: file, cookies)
  }

  /// Writes the file, if there is one.
  public func save(at date: Date = Date()) throws(CookieFileError) {
    guard let file else { return }
    try write(file, at: date)
    saving.withLock { $0.problem = nil }
  }

  /// One after the other, each what there is then: otherwise one that began earlier and ended later
  /// would bring back what was removed.
  private func write(_ file: CookieFile, at date: Date) throws(CookieFileError) {
    try writing.withLock { () throws(CookieFileError) in
      try file.write(state.value.all, at: date)
    }
  }

  /// Why the file could not be written after the last response or removal that changed something. That
  /// does not end a request: its response is there.
  public var fileProblem: CookieFileError? { saving.withLock { $0.problem } }

  /// Writes the file. Who comes while somebody writes leaves it to that one.
  func saveInPassing(at date: Date) {
    guard let file else { return }
    let isFirst = saving.withLock { saving in
      saving.isWanted = true
      defer { saving.isWriting = true }
      return !saving.isWriting
    }
    if !isFirst { return }
    while takeWish() {
      var problem: CookieFileError?
      do throws(CookieFileError) { try write(file, at: date) } catch {
        problem = error
      }
      saving.withLock { $0.problem = problem }
    }
  }

  private func takeWish() -> Bool {
    saving.withLock { saving in
      saving.isWriting = saving.isWanted
      defer { saving.isWanted = false }
      return saving.isWanted
    }
  }
}
