import Foundation
import Testing
import TremaTestSupport

/// A job of a CI system: a clone of an app's repository, the variables of a runner, and a code host
/// with releases and comments.
struct CIJob {
  enum System { case github, gitlab, other }

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Contains `origin`, `checkout` (the clone), `host` (the files and comments of the code host) and
  /// `temp`.
  let folder: TemporaryFolder

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  static let scripts = root.appendingPathComponent("Integrations").path
  private static let host = root.appendingPathComponent(
    "Tests/CommandTests/Fixtures/Integrations/host.py"
  ).path

  /// Lines that make a mistake in a text and change the configuration.
  static let mistake = """
    sed -i.old 's/Hello %1$@/Hello %1$d/' Texts.trm; rm Texts.trm.old
    echo '{ "host": "https://other.example.com" }' >Config/Configuration.json
    """

  /// Creates the repository with the branches `main`, `feature` and `merged`, and clones the merge
  /// commit without its history, as actions/checkout does.
  ///
  /// - Parameter change: Lines of a script that edit the app in the branch `feature`.
  init(change: String = "") throws {
    folder = try TemporaryFolder()
    try folder.write(Catalogue.small, to: "origin/Texts.trm")
    try folder.write(
      #"""
      {
        "catalogues": [{ "files": ["Texts.trm"] }],
        "configuration": { "directory": "Config" }
      }

      """#, to: "origin/trema.json")
    try folder.write(
      "{ \"host\": \"https://api.example.com\" }\n", to: "origin/Config/Configuration.json")
    try folder.write(
      "{ \"host\": \"https://staging.example.com\" }\n",
      to: "origin/Config/Configuration-staging.json")
    try folder.write([], to: "temp/.keep")
    try folder.write([], to: "host/.keep")
    let result = try shell(
      """
      cd ../origin
      git init -q -b main .; git add -A; git commit -qm base
      git switch -qc feature; \(change)
      git commit -qam change --allow-empty
      git switch -q main
      # The base branch moves on after the request was opened.
      sed -i.old 's/>Bye</>Goodbye</' Texts.trm; rm Texts.trm.old; git commit -qam later
      git switch -q --detach; git merge -q --no-ff -m merge feature; git branch merged
      git switch -q main
      cd ..
      git clone -q --depth 1 --branch merged "file://$PWD/origin" checkout
      printf '{"pull_request": {"number": 7, "base": {"sha": "%s"}}}' \\
        "$(git -C origin rev-parse main~1)" >event.json
      """, in: "temp")
    try #require(result.status == 0, "\(result.errors)")
  }

  /// Runs lines of a script in the clone. `$HOST` is the address of the code host.
  func run(_ lines: String, on system: System = .github) throws -> Result {
    try shell("\(Self.variables(of: system))\n\(lines)", in: "checkout")
  }

  func text(_ path: String) throws -> String { try folder.text(path) }

  /// The texts of the comments, in order.
  var comments: [String] {
    get throws {
      struct Comment: Decodable { var body: String }
      guard let bytes = try? folder.read("host/comments.json") else { return [] }
      return try JSONDecoder().decode([Comment].self, from: Data(bytes)).map(\.body)
    }
  }

  private static func variables(of system: System) -> String {
    switch system {
    case .github:
      """
      export GITHUB_ACTIONS=true GITHUB_WORKSPACE=$PWD GITHUB_BASE_REF=main GITHUB_REPOSITORY=o/r
      export GITHUB_API_URL=$HOST GITHUB_EVENT_PATH=$PWD/../event.json RUNNER_TEMP=$PWD/../temp
      export GITHUB_OUTPUT=$PWD/../output GITHUB_STEP_SUMMARY=$PWD/../summary.md
      export GITHUB_PATH=$PWD/../path
      GITHUB_SHA=$(git rev-parse HEAD); export GITHUB_SHA
      """
    case .gitlab:
      """
      export GITLAB_CI=true CI_PROJECT_DIR=$PWD CI_API_V4_URL=$HOST CI_MERGE_REQUEST_IID=7
      export CI_MERGE_REQUEST_PROJECT_ID=12
      CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git -C ../origin merge-base main feature)
      export CI_MERGE_REQUEST_DIFF_BASE_SHA
      """
    case .other: ""
    }
  }

  /// Runs lines of a script without the variables of the CI system that runs the tests.
  private func shell(_ lines: String, in directory: String) throws -> Result {
    let start = """
      for name in $(compgen -e | grep -E '^(GITHUB|GITLAB|CI|RUNNER|TREMA)(_|$)'); do
        unset "$name"
      done
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
      export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b
      export SWIFT_BACKTRACE=enable=no TREMA='\(Tool.path)' scripts='\(Self.scripts)'
      set -e
      cd '\(folder.path)/\(directory)'
      """
    let verdict = try Judge.environmentPython.run(
      [Self.host, "\(folder.path)/host", "bash", "-c", "\(start)\n\(lines)"], in: folder)
    return Result(status: verdict.status, output: verdict.text, errors: verdict.complaint)
  }
}
