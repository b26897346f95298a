import TremaSupport

/// A program that is run to its end. What it writes to standard error is kept for the message when
/// it fails.
struct ChildProcess {
  struct Outcome {
    var status: Int32
    var output: [UInt8]
    var errors: [UInt8]
  }

  /// - Parameters:
  ///   - words: the program, looked up in `PATH`, and its arguments; no shell sees them.
  ///   - input: what its standard input says.
  /// - Throws: the error of the system when it cannot be run.
  static func run(_ words: [String], input: [UInt8] = []) throws(SystemError) -> Outcome {
    // Nameless files instead of pipes: neither side can wait for the other.
    let streams = (try NamelessFile.make(input), try NamelessFile.make(), try NamelessFile.make())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, streams.0.number, 0)
    posix_spawn_file_actions_adddup2(&actions, streams.1.number, 1)
    posix_spawn_file_actions_adddup2(&actions, streams.2.number, 2)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
    guard failure == 0 else { throw SystemError(code: failure) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError(code: errno) }
    }
    return Outcome(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F),
      output: try contents(streams.1), errors: try contents(streams.2))
  }

  private static func contents(_ file: FileDescriptor) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try SystemCalls.read(file.number, 1 << 20, at: bytes.count).get()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
