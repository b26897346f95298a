import Foundation
import Testing
import TremaTestSupport

/// The scripts that compare a pull or merge request with its base and comment the differences.
@Suite struct IntegrationCompareTests {
  private let job: CIJob

  init() throws { job = try CIJob(change: CIJob.mistake) }

  @Test(arguments: [CIJob.System.github, .gitlab])
  func `the differences of a request are commented, and replaced by the next run`(
    _ system: CIJob.System
  ) throws {
    let compare = #"TREMA_TOKEN=right TREMA_CONFIGURATION=true "$scripts/compare""#
    // On GitLab, a job runs on the branch itself.
    let checkOut =
      system == .gitlab ? "git fetch -q --depth 1 origin feature; git checkout -q FETCH_HEAD\n" : ""
    let first = try job.run(checkOut + compare, on: system)
    #expect(first.status == 0)
    #expect(first.errors == "")
    let comments = try job.comments
    try #require(comments.count == 2)
    // The change of the base branch is no difference, though the event names an older commit.
    #expect(
      comments[0] == """
        <!-- trema texts -->
        ### 1 text changed

        | language | added | removed | changed | status changed |
        |---|--:|--:|--:|--:|
        | <code>en</code> | 0 | 0 | 1 | 0 |

        #### <code>Texts.trm</code>

        <details><summary>Changed (1)</summary>

        | key | | before | after |
        |---|---|---|---|
        | <code>app&#95;name</code> | <code>en</code> | <code>Hello &#37;1&#36;<del>&#64;</del></code> | <code>Hello &#37;1&#36;<ins>d</ins></code> |

        </details>

        """)
    #expect(
      comments[1].hasPrefix(
        "<!-- trema configuration -->\n### Configuration: 1 key changed\n"), "\(comments[1])")
    if system == .github {
      #expect(try job.text("summary.md").contains("\n### Configuration: 1 key changed\n"))
    }

    // The first run has fetched the base.
    let base =
      system == .github
      ? "$(git cat-file -p HEAD | sed -n 's/^parent //p' | head -n 1)"
      : "$CI_MERGE_REQUEST_DIFF_BASE_SHA"
    let second = try job.run("git checkout -q \(base) -- .\n\(compare)", on: system)
    #expect(second.status == 0, "\(second.errors)")
    #expect(
      try job.comments == [
        "<!-- trema texts -->\n### No text differs\n",
        "<!-- trema configuration -->\n### Configuration: no differences\n",
      ])
  }

  @Test func `two projects of a repository have comments of their own`() throws {
    let result = try job.run(
      """
      mkdir App; cp Texts.trm App/
      echo '{ "catalogues": [{ "files": ["Texts.trm"] }] }' >App/trema.json
      export TREMA_TOKEN=right
      "$scripts/compare"; TREMA_PROJECT=App/trema.json "$scripts/compare"
      """)
    #expect(result.status == 0, "\(result.errors)")
    let comments = try job.comments
    try #require(comments.count == 2)
    #expect(comments[0].hasPrefix("<!-- trema texts -->\n### 1 text changed\n"))
    #expect(
      comments[1].hasPrefix("<!-- trema texts-App+trema.json -->\n`App/trema.json`\n\n### "),
      "\(comments[1])")
  }

  @Test func `without differences, there is no comment`() throws {
    let job = try CIJob()
    let result = try job.run(#"TREMA_TOKEN=right "$scripts/compare""#)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try job.comments == [])
    #expect(try job.text("summary.md") == "### No text differs\n\n")
  }

  @Test func `a comment is found among hundreds of others`() throws {
    let others = (0..<205).map { "{\"id\": \($0), \"body\": \"<!-- trema configuration -->\"}" }
    let own = "{\"id\": 900, \"body\": \"<!-- trema texts -->\\nold\"}"
    try job.folder.write("[\((others + [own]).joined(separator: ","))]", to: "host/comments.json")
    let result = try job.run(#"TREMA_TOKEN=right "$scripts/compare""#)
    #expect(result.status == 0, "\(result.errors)")
    let comments = try job.comments
    #expect(comments.count == 206)
    #expect(comments.last?.hasPrefix("<!-- trema texts -->\n### 1 text changed\n") == true)
  }

  @Test func `the longest comment fits on GitHub`() throws {
    let job = try CIJob()
    try job.folder.write(Catalogue.large(2000), to: "checkout/Texts.trm")
    let result = try job.run(#"TREMA_TOKEN=right "$scripts/compare""#)
    #expect(result.status == 0, "\(result.errors)")
    let comment = try #require(try job.comments.first)
    #expect(comment.utf8.count > 60_000)
    #expect(comment.utf8.count <= 65_536)
    #expect(comment.hasSuffix("not shown, because the size of a comment is limited.\n"))
  }

  @Test(arguments: [
    (
      CIJob.System.github, "TREMA_TOKEN=wrong",
      "::warning title=trema::the comment on request 7 was not written (403: Resource not accessible by integration)%0Ahint: give the job the permission 'pull-requests: write', or set 'comment: false'\n"
    ),
    (
      .gitlab, "TREMA_TOKEN=",
      "trema: warning: the comment on request 7 was not written (there is no token)\n  hint: set the CI/CD variable 'TREMA_TOKEN' to a project access token with the scope 'api', or set 'comment: false'\n"
    ),
    (
      .github, "TREMA_TOKEN=right GITHUB_API_URL=http://127.0.0.1:9",
      "::warning title=trema::the comment on request 7 was not written (curl exited with status 7)%0Ahint: run the job again when 'http://127.0.0.1:9/repos/o/r/issues/7/comments' can be reached\n"
    ),
    (.github, "TREMA_TOKEN=wrong TREMA_COMMENT=false", ""),
  ])
  func `a job that cannot comment prints a warning and passes`(
    _ system: CIJob.System, _ variables: String, _ warning: String
  ) throws {
    let result = try job.run("\(variables) \"$scripts/compare\"", on: system)
    #expect(result.status == 0)
    #expect(result.errors == warning)
    #expect(try job.comments == [])
  }

  @Test func `a base that cannot be fetched is an error with a remedy`() throws {
    let result = try job.run(
      """
      git remote set-url origin "$PWD/none"
      unset GITHUB_ACTIONS; export GITLAB_CI=true CI_MERGE_REQUEST_DIFF_BASE_SHA=\(String(repeating: "a", count: 40))
      "$scripts/compare"
      """)
    #expect(result.status == 1)
    #expect(
      result.errors.hasSuffix(
        """
        trema: error: the base '\(String(repeating: "a", count: 40))' of the request cannot be fetched
          hint: check out the whole history: 'fetch-depth: 0' on GitHub, 'GIT_DEPTH: 0' on GitLab

        """), "\(result.errors)")
  }

  @Test func `a folder that is no repository is an error with a remedy`() throws {
    let result = try job.run("rm -rf .git; \"$scripts/compare\"", on: .gitlab)
    #expect(result.status == 1)
    #expect(
      result.errors == """
        trema: error: git cannot read the repository in '\(job.folder.path)/checkout' (fatal: not a git \
        repository (or any of the parent directories): .git)
          hint: check out the repository first; if it belongs to another user, add it to git's \
        setting 'safe.directory'

        """)
  }

  @Test func `a job that is not for a request compares nothing`() throws {
    let result = try job.run(#"unset GITHUB_BASE_REF; "$scripts/compare""#)
    #expect(result.status == 0)
    #expect(result.output == "trema: not a pull or merge request; nothing to compare\n")
  }
}
