/// Scripts that change the environment of the command; each runs it as `"$@"`.
///
/// Steps that a machine does not allow fail the test: the scripts exit with 99 and print the
/// reason.
enum Surroundings {
  /// Permissions apply to root as to any user.
  static let withoutPrivileges = """
    if [ "$(id -u)" != 0 ]; then exec "$@"; fi
    exec setpriv --bounding-set=-all --inh-caps=-all -- "$@"
    """

  /// Mounts `out` so that nothing in it can be written.
  static let readOnlyOutput = namespace(
    """
    mount --bind out out && mount -o remount,bind,ro out || give_up "mount read-only"
    "$@"
    """)

  /// Mounts `out` on a disk of its own, which has `rooms` KiB left; its contents are in `after`
  /// afterwards.
  static func fullDisk(rooms: Int) -> String {
    namespace(
      """
      mkdir disk && mount -t tmpfs -o size=4m none disk || give_up "mount a small disk"
      cp -a out/. disk/
      room=$(df --output=avail -k disk | tail -1)
      head -c $(((room - \(rooms)) * 1024)) /dev/zero >disk/filler
      mount --bind disk out
      "$@"
      status=$?
      rm disk/filler
      mkdir after && cp -a disk/. after/
      exit $status
      """)
  }

  private static func namespace(_ script: String) -> String {
    """
    unshare -rm true || {
      echo "this test needs mount namespaces: run it as root, or allow user namespaces" >&2
      exit 99
    }
    exec unshare -rm bash -c '
    give_up() { echo "this test needs to $1, which is not allowed here" >&2; exit 99; }
    \(script)
    ' bash "$@"
    """
  }
}
