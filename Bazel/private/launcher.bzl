"""The executable of tests."""

load(":toolchain.bzl", "TOOLCHAIN_TYPE")

FAIL_ON = attr.string(
    doc = "The least severity of a finding that fails the test.",
    default = "error",
    values = ["error", "note", "warning"],
)

# XML_OUTPUT_FILE is where Bazel expects a report in the format of JUnit. Arguments of the test are
# further options.
_SCRIPT = """#!/bin/sh
if ! [ -e {trema} ]; then
  echo "$0: the command is not in this folder; start the test with 'bazel test' or 'bazel run'" >&2
  exit 127
fi
exec {trema} {command} --project={project} --fail-on={fail_on} \\
  ${{XML_OUTPUT_FILE:+--report=text --report=junit="$XML_OUTPUT_FILE"}} "$@"
"""

def _shell_word(text):
    return "'%s'" % text.replace("'", "'\\''")

def test_launcher(ctx, command, project, files):
    """Returns the providers of a test that runs the command.

    Args:
        ctx: The context of the rule.
        command: The words of the command, such as `config check`.
        project: The project file, a File.
        files: The other files that the command reads, a list of Files.

    Returns:
        The providers of the target, a list.
    """
    trema = ctx.toolchains[TOOLCHAIN_TYPE].trema
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        script,
        _SCRIPT.format(
            command = command,
            fail_on = ctx.attr.fail_on,
            project = _shell_word(project.short_path),
            trema = _shell_word(trema.executable.short_path),
        ),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = files + [project]).merge(trema.runfiles)
    return [DefaultInfo(executable = script, runfiles = runfiles)]
