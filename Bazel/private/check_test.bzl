"""The rule for a test that checks a catalogue."""

load(":launcher.bzl", "FAIL_ON", "test_launcher")
load(":project.bzl", "runfiles_paths", "texts_project", "write_project")
load(":providers.bzl", "TremaCatalogueInfo", "TremaResourcesInfo")
load(":toolchain.bzl", "TOOLCHAIN_TYPE")

def _trema_check_test_impl(ctx):
    catalogue = ctx.attr.catalogue[TremaCatalogueInfo]
    outputs = []
    for target in ctx.attr.resources:
        info = target[TremaResourcesInfo]
        if info.catalogue != ctx.attr.catalogue.label:
            fail("'%s' in 'resources' is generated from '%s', not from '%s'; remove it, or check it in a test of its own" % (
                target.label,
                info.catalogue,
                ctx.attr.catalogue.label,
            ))

        # Each target has its own folder, as in a build.
        for output in info.outputs:
            outputs.append(dict(output, directory = "%s/%s" % (target.label.name, output["directory"])))
    project = ctx.actions.declare_file(ctx.label.name + ".trema.json")
    write_project(
        ctx,
        project,
        texts_project(catalogue, outputs, runfiles_paths(ctx, project), ctx.file.baseline),
    )
    files = catalogue.srcs + ctx.files.baseline
    return test_launcher(ctx, "check", project, files)

trema_check_test = rule(
    implementation = _trema_check_test_impl,
    doc = "A test that fails if `trema check` has findings.",
    attrs = {
        "baseline": attr.label(
            doc = "The file with findings to ignore.",
            allow_single_file = True,
        ),
        "catalogue": attr.label(
            doc = "The catalogue.",
            mandatory = True,
            providers = [TremaCatalogueInfo],
        ),
        "fail_on": FAIL_ON,
        "resources": attr.label_list(
            doc = "Resources of the catalogue, whose formats, languages and texts determine what is checked. They are not built.",
            providers = [TremaResourcesInfo],
        ),
    },
    test = True,
    toolchains = [str(TOOLCHAIN_TYPE)],
)
