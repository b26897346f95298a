import Foundation

/// The tool that looks for races in the tests and in all programs that were built with them.
public enum ThreadSanitizer {
  /// Whether it looks now.
  public static let isOn = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
  }()

  /// So much of something as a program may take, and under the sanitizer what it takes beside that:
  /// for each byte it writes down who touched it, in two to four bytes more.
  ///
  /// Source: https://clang.llvm.org/docs/ThreadSanitizer.html, "Limitations".
  public static func bound(ofMemory bound: Int) -> Int { isOn ? bound * 3 : bound }
}
