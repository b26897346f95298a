"""The rule for a toolchain with the command."""

load(":providers.bzl", "TremaToolchainInfo")

TOOLCHAIN_TYPE = Label("//:toolchain_type")

def _trema_toolchain_impl(ctx):
    files_to_run = ctx.attr.trema[DefaultInfo].files_to_run
    return [platform_common.ToolchainInfo(
        trema = TremaToolchainInfo(
            executable = files_to_run.executable,
            files_to_run = files_to_run,
            runfiles = ctx.runfiles(files = [files_to_run.executable])
                .merge(ctx.attr.trema[DefaultInfo].default_runfiles),
            version = ctx.attr.version,
        ),
    )]

trema_toolchain = rule(
    implementation = _trema_toolchain_impl,
    doc = """A toolchain with the command.

Pass it to the rule `toolchain` with the type `@rules_trema//:toolchain_type`.
""",
    attrs = {
        "trema": attr.label(
            doc = "The command: an executable file, or a target that builds it.",
            allow_files = True,
            cfg = "exec",
            executable = True,
            mandatory = True,
        ),
        "version": attr.string(
            doc = "The version of the command, for rules that use the toolchain.",
        ),
    },
)
