internal import TremaSupport

/// The translator of the process, and the counters that each lookup reads first. They are stored in
/// one object because every lazily initialized global adds an access check.
final class SharedTranslator: Sendable {
  /// The shared instance.
  static let shared = SharedTranslator(Translator())

  private let stored: LockedValue<Translator>
  /// The identity of the translator, which is read without the lock.
  private let number: RelaxedNumber

  /// Whether any task has ever had its own translator. Most apps never use one, and reading a
  /// task-local value is slow. A task that inherits a translator is created after this flag is set.
  var hasTaskTranslators: Bool {
    get { taskTranslatorFlag.value != 0 }
    set { taskTranslatorFlag.value = newValue ? 1 : 0 }
  }

  private let taskTranslatorFlag = RelaxedNumber()

  /// The number of times that all files were discarded. Chains from an earlier generation are not
  /// used.
  let generation = RelaxedNumber()

  /// The number of threads that have looked up a text.
  let threadCount = RelaxedNumber()

  /// The thread-local key for each thread's `ThreadLookupCache`, or `nil` if the system has no more
  /// keys.
  let threadCacheKey = ThreadLookupCache.makeKey()

  init(_ translator: Translator) {
    stored = LockedValue(translator)
    number = RelaxedNumber(translator.identity)
  }

  /// The identity of `translator`. It changes under the lock, so a thread that has read a new
  /// identity then reads the translator with this identity, or a later one.
  var identity: Int { number.value }

  /// The process's translator.
  var translator: Translator {
    get { stored.value }
    set {
      // Replacing the value releases the old one, which may run arbitrary code in a `deinit`. This
      // must not happen under the lock.
      let old = stored.withLock { translator in
        let old = translator
        translator = newValue
        number.value = newValue.identity
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Changes the languages of the translator, and nothing else.
  func setLanguages(_ languages: [String]?) {
    stored.withLock { translator in
      translator.languages = languages
      number.value = translator.identity
    }
  }
}
