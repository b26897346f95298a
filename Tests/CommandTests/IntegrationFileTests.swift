import Foundation
import Testing
import TremaTestSupport

/// The files that CI systems read, judged by their schemas and by pre-commit, and the page about
/// them.
@Suite struct IntegrationFileTests {
  /// Runs a program of Python in the repository.
  private func python(_ program: String, _ arguments: String...) throws -> Judge.Verdict {
    try Judge.environmentPython.run(
      ["-c", "import os; os.chdir('\(CIJob.root.path)')\n\(program)"] + arguments)
  }

  /// The judge of the schemas that SchemaStore and the CI systems publish.
  private static let schemaJudge = """
    import pathlib, subprocess, sys, tempfile
    def judge(schema, text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "file.yml")
            file.write_text(text)
            command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, str(file)]
            verdict = subprocess.run(command, capture_output=True, text=True)
            return "" if verdict.returncode == 0 else verdict.stdout + verdict.stderr

    """

  @Test func `the action and the component conform to the schemas of GitHub and GitLab`() throws {
    let verdict = try python(
      Self.schemaJudge + """
        action = open("action.yml").read()
        print(judge("vendor.github-actions", action), end="")
        print("using" in judge("vendor.github-actions", action.replace("using:", "uses:")))
        for document in open("templates/trema.yml").read().split("---\\n"):
            print(judge("vendor.gitlab-ci", document), end="")
        print(judge("vendor.gitlab-ci", document.replace("when: always", "when: often")) != "")
        """)
    #expect(verdict.complaint == "")
    #expect(verdict.text == "True\nTrue\n")
  }

  @Test func `the action uses its inputs, and outputs that its scripts write`() throws {
    let verdict = try python(
      """
      import re, yaml
      text = open("action.yml").read()
      action = yaml.safe_load(text)
      print(sorted(set(re.findall(r"inputs\\.([\\w-]+)", text)) ^ set(action["inputs"])))
      steps = action["runs"]["steps"]
      scripts = {step["id"]: step["run"].split("/Integrations/")[1].strip('"') for step in steps if "id" in step}
      print(scripts)
      for step, output in sorted(set(re.findall(r"steps\\.(\\w+)\\.outputs\\.([\\w-]+)", text))):
          name = '"$id-sarif"' if output.endswith("-sarif") else output
          if f"output {name} " not in open(f"Integrations/{scripts[step]}").read():
              print(step, output)
      # An input that is part of a script could add commands to it.
      print([step["run"] for step in steps if "${{" in step.get("run", "")])
      print([step["uses"] for step in steps if "uses" in step and "@v" not in step["uses"]])
      for step in steps:
          variables = set(step.get("env", {})) - {"ACTION_FOLDER", "TREMA"}
          if "run" in step:
              script = step["run"].split("/Integrations/")[1].strip('"')
              text = open(f"Integrations/{script}").read() + open("Integrations/common.sh").read()
              if script == "compare": text += open("Integrations/comment").read()
              print(script, sorted(name for name in variables if name not in text))
      """)
    #expect(verdict.complaint == "")
    #expect(
      verdict.text == """
        []
        {'install': 'install', 'check': 'check'}
        []
        []
        install []
        check []
        compare []

        """)
  }

  @Test func `the page lists the inputs, outputs, hooks and build arguments`() throws {
    let verdict = try python(
      """
      import re, yaml
      page = open("Documentation/CI.md").read()
      def listed(heading, table):
          section = page.split(f"\\n## {heading}\\n")[1].split("\\n## ")[0]
          rows = section.split(table)[1].split("\\n\\n")[0].splitlines()[2:]
          return [name for row in rows for name in re.findall(r"`([\\w-]+)`", row.split("|")[1])]
      action = yaml.safe_load(open("action.yml"))
      component = next(yaml.safe_load_all(open("templates/trema.yml")))
      hooks = yaml.safe_load(open(".pre-commit-hooks.yaml"))
      print(sorted(listed("GitHub Actions", "| Input")) == sorted(action["inputs"]))
      print(listed("GitHub Actions", "| Output") == list(action["outputs"]))
      print(sorted(listed("GitLab CI", "| Input")) == sorted(component["spec"]["inputs"]))
      print(listed("pre-commit", "| Hook") == [hook["id"] for hook in hooks])
      arguments = re.findall(r"^ARG (\\w+)", open("Containerfile").read(), re.M)
      print(listed("Container image", "| Build argument") == arguments)
      """)
    #expect(verdict.complaint == "")
    #expect(verdict.text == String(repeating: "True\n", count: 5))
  }

  @Test func `the examples of the page conform to the schemas`() throws {
    let verdict = try python(
      Self.schemaJudge + """
        import re, yaml
        from pre_commit.clientlib import CONFIG_SCHEMA
        import cfgv
        for block in re.findall(r"```yaml\\n(.*?)```", open("Documentation/CI.md").read(), re.S):
            value = yaml.safe_load(block)
            if "repos" in value:
                cfgv.validate(value, CONFIG_SCHEMA)
                hooks = {hook["id"] for hook in yaml.safe_load(open(".pre-commit-hooks.yaml"))}
                print("pre-commit", {hook["id"] for hook in value["repos"][0]["hooks"]} <= hooks)
            elif "steps" in value:
                block = "runs-on: x\\n" + block
                block = "on: push\\njobs:\\n  a:\\n" + re.sub("^", "    ", block, flags=re.M)
                print("GitHub", judge("vendor.github-workflows", block))
            elif "jobs" in value:
                if "on" not in block.splitlines()[1]: block = "on: push\\n" + block
                print("GitHub", judge("vendor.github-workflows", block))
            else:
                print("GitLab", judge("vendor.gitlab-ci", block))
        """)
    #expect(verdict.complaint == "")
    #expect(
      verdict.text == """
        GitHub\(" ")
        GitHub\(" ")
        GitLab\(" ")
        pre-commit True
        GitHub\(" ")
        GitLab\(" ")

        """)
  }

  // MARK: GitLab

  /// Replaces the component's inputs as GitLab does, and runs its scripts.
  @Test func `the job of the component checks and compares`() throws {
    let job = try CIJob(change: "sed -i.old 's/Hallo/Guten Tag/' Texts.trm; rm Texts.trm.old")
    let script = try python(
      """
      import re, yaml
      header, body = open("templates/trema.yml").read().split("---\\n")
      inputs = yaml.safe_load(header)["spec"]["inputs"]
      values = {"configuration": True, "comment": True, "image": "trema"}
      def value(match):
          value = values.get(match[1], inputs[match[1]].get("default"))
          return str(value).lower() if isinstance(value, bool) else value
      job = yaml.safe_load(re.sub(r"\\$\\[\\[ inputs\\.([\\w-]+) \\]\\]", value, body))["trema"]
      for name, value in job["variables"].items(): print(f"export {name}='{value}'")
      print("TREMA_TOKEN=right; export TREMA_TOKEN")
      for line in job["script"] + job["after_script"]: print(line)
      """)
    #expect(script.complaint == "")
    let result = try job.run(
      """
      export TREMA_SCRIPTS=$scripts
      # The clone is a merge commit, as in a merged results pipeline.
      export CI_MERGE_REQUEST_TARGET_BRANCH_SHA=$(git -C ../origin rev-parse main)
      \(script.text)
      """, on: .gitlab)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      try job.comments.map { $0.prefix { $0 != "|" } }.first
        == "<!-- trema texts -->\n### 1 text changed\n\n")
    #expect(
      try Snapshot(of: job.folder, "checkout/trema-reports").files.filter {
        $0.hasSuffix(".json") || $0.hasSuffix(".xml")
      } == ["configuration.json", "configuration.xml", "texts.json", "texts.xml"])
  }

  // MARK: Container

  @Test func `the container file copies files that exist, and its scripts install a release`()
    throws
  {
    let job = try CIJob()
    let verdict = try python(
      """
      import os, shlex, sys
      from dockerfile_parse import DockerfileParser
      parser = DockerfileParser(fileobj=open("Containerfile", "rb"))
      sources = []
      for step in parser.structure:
          words = shlex.split(step["value"])
          if step["instruction"] == "COPY" and not words[0].startswith("--from"):
              sources += words[:-1]
      kept = [line[1:] for line in open(".dockerignore").read().splitlines() if line.startswith("!")]
      missing = [source for source in sources if not os.path.exists(source)]
      print(parser.parent_images, missing, sorted(set(sources) ^ set(kept)))
      run = next(s["value"] for s in parser.structure if s["instruction"] == "RUN" and "/install" in s["value"])
      for name in ["/source", "/release", "/usr/local/bin"]:
          run = run.replace(name, sys.argv[1] + name)
      print(run)
      """, "\(job.folder.path)/image")
    #expect(verdict.complaint == "")
    let lines = verdict.text.split(separator: "\n", maxSplits: 1)
    try #require(lines.count == 2)
    #expect(lines[0] == "['debian:bookworm-slim', 'debian:bookworm-slim'] [] []")
    let result = try job.run(
      """
      image=$PWD/../image
      mkdir -p $image/source/Sources/trema
      cp -R "$scripts" $image/source/; cp "$scripts/../Sources/trema/Trema.swift" $image/source/Sources/trema/
      printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$TREMA" >trema; chmod +x trema
      version=$("$TREMA" version | cut -d ' ' -f 2)
      tar -czf "../host/trema-$version-linux-$(uname -m).tar.gz" trema
      (cd ../host; sha256sum *.tar.gz >SHA256SUMS)
      RELEASE_URL=$HOST/files
      \(lines[1])
      $image/usr/local/bin/trema version
      """, on: .other)
    #expect(result.errors == "")
    #expect(result.output == (try Tool.run("version", in: job.folder).output))
  }
}
