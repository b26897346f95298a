"""The repository rule for a command that is already built."""

load(":project.bzl", "quoted")

_BUILD = """load("{rules}", "trema_toolchain")

package(default_visibility = ["//visibility:public"])

exports_files(["trema"])

trema_toolchain(
    name = "command",
    trema = "trema",
    version = "{version}",
)

toolchain(
    name = "toolchain",
    exec_compatible_with = {exec_compatible_with},
    toolchain = ":command",
    toolchain_type = "{toolchain_type}",
)
"""

def _printable(text):
    """Returns a text, or an empty one if it contains control characters."""
    return text if all([character >= " " or character in "\n\t" for character in text.elems()]) else ""

def reported_version(repository_ctx, command, remedy):
    """Returns the version that the command of a repository reports.

    Args:
        repository_ctx: The context of the repository rule. The repository contains the command as
            `trema`.
        command: The command's path, for messages.
        remedy: What to do if the command cannot be run, for messages.

    Returns:
        The version, a string.
    """
    result = repository_ctx.execute(["./trema", "version"])
    words = result.stdout.strip().split(" ")
    if result.return_code == 0 and len(words) == 2 and words[0] == "trema":
        return words[1]

    # A shell that tries to run a command for another platform reports bytes of it.
    reason = _printable(result.stderr.strip())
    fail("'%s' is not the command of Trema, or does not run on this machine; %s%s" % (
        command,
        remedy,
        ": " + reason if reason else "",
    ))

def write_repository(repository_ctx, version):
    """Writes the files of a repository with the command and a toolchain.

    Args:
        repository_ctx: The context of the repository rule. The repository contains the command as
            `trema`.
        version: The version of the command, a string; empty if unknown.
    """
    repository_ctx.file("BUILD.bazel", _BUILD.format(
        exec_compatible_with = json.encode(repository_ctx.attr.exec_compatible_with),
        rules = Label("//:defs.bzl"),
        toolchain_type = Label("//:toolchain_type"),
        version = version,
    ), executable = False)

def _folder_version(name):
    """Returns the version in the name of a release's folder, trema-VERSION-SYSTEM-PROCESSOR."""
    parts = name.split("-")
    return "-".join(parts[1:-2]) if parts[0] == "trema" and len(parts) > 3 else ""

def _trema_prebuilt_impl(repository_ctx):
    attr = repository_ctx.attr
    sources = [
        name
        for name, value in {"archive": attr.archive, "command": attr.command, "urls": attr.urls}.items()
        if value
    ]
    if len(sources) > 1:
        fail("the attributes %s exclude each other; keep one of them" % quoted(sources))
    if attr.urls and not attr.sha256:
        fail("the attribute 'sha256' is missing; add the checksum of the archive, which the file SHA256SUMS of the release contains")
    if attr.sha256 and not attr.urls:
        fail("the attribute 'sha256' requires 'urls'; remove it")

    if attr.archive or attr.urls:
        if attr.urls:
            repository_ctx.download_and_extract(
                attr.urls,
                output = "release",
                sha256 = attr.sha256,
            )
        else:
            repository_ctx.extract(attr.archive, output = "release")
        command = str(attr.archive or attr.urls[0])

        # The archive contains a folder with the name and version of the release.
        paths = [folder.get_child("bin").get_child("trema") for folder in repository_ctx.path("release").readdir()]
        paths = [path for path in paths if path.exists]
        if not paths:
            fail("'%s' contains no folder with 'bin/trema'; use the archive of a release, trema-VERSION-PLATFORM.tar.gz" % command)
        repository_ctx.symlink(paths[0], "trema")
        if attr.exec_compatible_with:
            # The command may be for another platform than this machine's.
            version = _folder_version(paths[0].dirname.dirname.basename)
        else:
            version = reported_version(
                repository_ctx,
                command,
                "use a release for it, or set 'exec_compatible_with' to the platform of the release",
            )
    else:
        command = attr.command or "trema"
        if "/" in command:
            path = repository_ctx.path(command)
            if not path.exists:
                fail("'%s' does not exist; set 'command' to the absolute path of the command" % command)
        else:
            path = repository_ctx.which(command)
            if not path:
                fail("the command '%s' is not on the PATH; install Trema, or set 'archive', 'urls' or 'command'" % command)
        repository_ctx.symlink(path, "trema")
        version = reported_version(repository_ctx, command, "use a release for it")
    write_repository(repository_ctx, version)

trema_prebuilt = repository_rule(
    implementation = _trema_prebuilt_impl,
    doc = """A repository with a prebuilt command and the toolchain `:toolchain`.

The command is in the archive of a release ('archive' or 'urls'), or installed on the machine
('command'). Without these attributes, it is the command `trema` on the PATH.
""",
    attrs = {
        "archive": attr.label(
            doc = "The archive of a release, in the workspace.",
            allow_single_file = True,
        ),
        "command": attr.string(
            doc = "The absolute path of the command, or its name on the PATH.",
        ),
        "exec_compatible_with": attr.string_list(
            doc = """The constraints of the platforms on which the command runs, such as '@platforms//os:linux'.

With them, a command in an archive is not run when the repository is fetched, so that it may be for
another platform than that of the machine that runs Bazel.""",
        ),
        "sha256": attr.string(
            doc = "The checksum of the archive at 'urls'.",
        ),
        "urls": attr.string_list(
            doc = "The addresses of the archive of a release.",
        ),
    },
    environ = ["PATH"],
)
