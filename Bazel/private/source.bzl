"""The repository rule for a command that is built from source."""

load(":prebuilt.bzl", "reported_version", "write_repository")

def _trema_source_impl(repository_ctx):
    script = repository_ctx.path(repository_ctx.attr.path + "/Scripts/build-release")
    if not script.exists:
        fail("'%s' contains no 'Scripts/build-release'; set 'path' to the absolute path of a checkout of Trema" % repository_ctx.attr.path)
    repository_ctx.report_progress("Building trema")
    result = repository_ctx.execute([script], timeout = repository_ctx.attr.timeout, quiet = False)
    if result.return_code != 0:
        fail("'%s' failed; see its output above, and run 'Scripts/setup build' in the checkout to install missing packages" % script)
    command = result.stdout.strip()

    # A copy, so that a later build in the checkout changes no action.
    result = repository_ctx.execute(["cp", command, "trema"])
    if result.return_code != 0:
        fail("'%s' cannot be copied: %s" % (command, result.stderr.strip()))
    write_repository(repository_ctx, reported_version(repository_ctx, command, "build it on this machine"))

trema_source = repository_rule(
    implementation = _trema_source_impl,
    doc = """A repository with a command that is built from a checkout of Trema, and the toolchain `:toolchain`.

It is built when the repository is fetched. To build it again after a change of the sources, run
`bazel sync --configure`, or `bazel fetch --force --configure` if the repository is in MODULE.bazel.
""",
    attrs = {
        "exec_compatible_with": attr.string_list(
            doc = "The constraints of the platforms on which the command runs, such as '@platforms//os:linux'.",
        ),
        "path": attr.string(
            doc = "The absolute path of the checkout.",
            mandatory = True,
        ),
        "timeout": attr.int(
            doc = "The number of seconds after which the build is cancelled.",
            default = 3600,
        ),
    },
    configure = True,
)
