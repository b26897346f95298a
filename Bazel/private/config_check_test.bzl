"""The rule for a test that checks a configuration."""

load(":configuration.bzl", "configuration_files", "configuration_project")
load(":launcher.bzl", "FAIL_ON", "test_launcher")
load(":project.bzl", "runfiles_paths", "write_project")
load(":providers.bzl", "TremaConfigurationInfo")
load(":toolchain.bzl", "TOOLCHAIN_TYPE")

def _trema_config_check_test_impl(ctx):
    info = ctx.attr.configuration[TremaConfigurationInfo]
    fields = {
        "baseline": ctx.file.baseline,
        "googleServiceInfo": ctx.file.google_service_info,
        "infoPlist": ctx.file.info_plist,
    }
    further = {field: file for field, file in fields.items() if file}
    project = ctx.actions.declare_file(ctx.label.name + ".trema.json")
    write_project(
        ctx,
        project,
        configuration_project(info, runfiles_paths(ctx, project), further),
    )
    return test_launcher(ctx, "config check", project, configuration_files(info) + further.values())

trema_config_check_test = rule(
    implementation = _trema_config_check_test_impl,
    doc = "A test that fails if `trema config check` has findings in an environment.",
    attrs = {
        "baseline": attr.label(
            doc = "The file with findings to ignore.",
            allow_single_file = True,
        ),
        "configuration": attr.label(
            doc = "The configuration, of which all environments are checked.",
            mandatory = True,
            providers = [TremaConfigurationInfo],
        ),
        "fail_on": FAIL_ON,
        "google_service_info": attr.label(
            doc = "The GoogleService-Info.plist that must agree with the configuration.",
            allow_single_file = True,
        ),
        "info_plist": attr.label(
            doc = "The Info.plist of the app that must agree with the configuration.",
            allow_single_file = True,
        ),
    },
    test = True,
    toolchains = [str(TOOLCHAIN_TYPE)],
)
