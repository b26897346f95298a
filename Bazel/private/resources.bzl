"""The rule for resources and accessors."""

load(":formats.bzl", "FIELDS", "FORMATS", "format_paths")
load(":project.bzl", "action_paths", "quoted", "texts_project", "write_project")
load(":providers.bzl", "TremaCatalogueInfo", "TremaResourcesInfo")
load(":toolchain.bzl", "TOOLCHAIN_TYPE")

def _verify_formats(formats):
    if not formats:
        fail("the attribute 'formats' is empty; add the formats to generate: %s" % quoted(FORMATS))
    known = {}
    for name in formats:
        if name not in FORMATS:
            fail("the attribute 'formats' contains the unknown format '%s'; use %s" % (name, quoted(FORMATS)))
        if name in known:
            fail("the attribute 'formats' contains '%s' twice; remove one of them" % name)
        known[name] = True

def _verify_languages(attribute, languages, catalogue):
    for language in languages:
        if language not in catalogue.languages:
            fail("the attribute '%s' contains '%s', which is not a language of the catalogue; use %s" % (
                attribute,
                language,
                quoted(catalogue.languages),
            ))

def _outputs(ctx):
    """Returns the outputs as in trema.json."""
    formats = ctx.attr.formats
    outputs = {name: {"directory": FORMATS[name].folder, "format": name} for name in formats}
    for attribute, field in FIELDS.items():
        value = getattr(ctx.attr, attribute)
        if not value:
            continue
        users = [name for name in formats if name in field.formats]
        if not users:
            fail("the attribute '%s' has no effect on %s; remove it, or add one of the formats %s" % (
                attribute,
                quoted(formats),
                quoted(field.formats),
            ))
        for name in users:
            outputs[name][field.field] = value
    return [outputs[name] for name in formats]

def _trema_resources_impl(ctx):
    catalogue = ctx.attr.catalogue[TremaCatalogueInfo]
    _verify_formats(ctx.attr.formats)
    _verify_languages("languages", ctx.attr.languages, catalogue)
    _verify_languages("language_names", ctx.attr.language_names, catalogue)
    if ctx.attr.default_language:
        _verify_languages("default_language", [ctx.attr.default_language], catalogue)
    outputs = _outputs(ctx)

    master = catalogue.languages[0]
    languages = [
        language
        for language in catalogue.languages
        if language == master or not ctx.attr.languages or language in ctx.attr.languages
    ]
    settings = struct(
        default_language = ctx.attr.default_language or master,
        language_names = ctx.attr.language_names,
        languages = languages,
        table = ctx.attr.table or "Localizable",
        type = ctx.attr.type or "Texts",
    )
    folder = ctx.label.name
    files = {}
    planned = []
    for name in ctx.attr.formats:
        paths = format_paths(name, settings)
        files[name] = [ctx.actions.declare_file("%s/%s" % (folder, path)) for path in paths]
        planned += paths

    all_files = [file for name in ctx.attr.formats for file in files[name]]

    # The list of outputs that the command writes beside them.
    manifest = ctx.actions.declare_file(folder + "/.trema-build.json")
    project = ctx.actions.declare_file(folder + ".trema.json")
    write_project(ctx, project, texts_project(catalogue, outputs, action_paths(project)))

    arguments = ctx.actions.args()
    arguments.add("build")
    arguments.add("--quiet")
    arguments.add(project, format = "--project=%s")
    arguments.add(manifest.dirname, format = "--output-root=%s")
    arguments.add_all(planned, format_each = "--planned=%s")

    # Without a home folder, the command stores nothing outside of the outputs.
    ctx.actions.run(
        outputs = all_files + [manifest],
        inputs = catalogue.srcs + [project],
        executable = ctx.toolchains[TOOLCHAIN_TYPE].trema.files_to_run,
        arguments = [arguments],
        env = {},
        mnemonic = "TremaBuild",
        progress_message = "Generating texts of %s" % ctx.label,
    )

    groups = {name.replace("-", "_"): depset(files[name]) for name in ctx.attr.formats}
    return [
        DefaultInfo(
            files = depset(all_files),
            runfiles = ctx.runfiles(files = all_files),
        ),
        OutputGroupInfo(**groups),
        TremaResourcesInfo(
            catalogue = ctx.attr.catalogue.label,
            files = files,
            outputs = outputs,
        ),
    ]

trema_resources = rule(
    implementation = _trema_resources_impl,
    doc = """Native resources and typed accessors, generated from a catalogue by one action.

The files are in a folder with the name of the target. The output group with the name of a format,
such as `swift` or `locale_config`, contains its files.
""",
    attrs = {
        "access": attr.string(
            doc = "swift: the access level of the accessors. Default: 'public'.",
            values = ["", "public", "package", "internal"],
        ),
        "android_namespace": attr.string(
            doc = "kotlin: the package of the class R, if it differs from 'kotlin_package'.",
        ),
        "bundle": attr.string(
            doc = "swift: the bundle in which the accessors look up texts: 'main', 'module' or a Swift expression. Default: 'main'.",
        ),
        "catalogue": attr.label(
            doc = "The catalogue.",
            mandatory = True,
            providers = [TremaCatalogueInfo],
        ),
        "default_language": attr.string(
            doc = "android, locale-config, properties: the language that apps use if no other language matches. Default: the master language.",
        ),
        "encoding": attr.string(
            doc = "properties: the encoding of the files. Default: 'ascii'.",
            values = ["", "ascii", "utf8"],
        ),
        "except_keys": attr.string_list(
            doc = "Patterns that exclude texts by key.",
        ),
        "fallback": attr.string(
            doc = "The replacement for missing and empty values. Default: 'none'.",
            values = ["", "none", "master"],
        ),
        "formats": attr.string_list(
            doc = "The formats to generate: %s." % quoted(FORMATS),
            mandatory = True,
        ),
        "imports": attr.string_list(
            doc = "swift: the modules that the accessors import.",
        ),
        "keys": attr.string_list(
            doc = "Patterns that select texts by key. Default: all texts.",
        ),
        "kotlin_package": attr.string(
            doc = "kotlin: the package of the accessors. Default: no package.",
        ),
        "language_names": attr.string_dict(
            doc = "Names that replace language tags in names of files and folders.",
        ),
        "languages": attr.string_list(
            doc = "The languages to write in addition to the master language. Default: all languages of the catalogue.",
        ),
        "nest": attr.string(
            doc = "json, swift: the separator at which keys are split into nested types or objects.",
        ),
        "platform": attr.string(
            doc = "The platform whose texts are written. Default: the platform of the format.",
            values = ["", "android", "ios", "web"],
        ),
        "statuses": attr.string_list(
            doc = "The statuses of the values to write. Default: all.",
        ),
        "style": attr.string(
            doc = "json: the layout of keys and plurals. Default: 'flat'.",
            values = ["", "flat", "i18next", "nested"],
        ),
        "swift_ui": attr.bool(
            doc = "swift: whether to generate the texts as SwiftUI views too.",
        ),
        "table": attr.string(
            doc = "The table, the first part of names of files. Default: 'Localizable'.",
        ),
        "text_tags": attr.string_list(
            doc = "Tags that select texts, the field 'tags' of trema.json. Default: all texts.",
        ),
        "type": attr.string(
            doc = "kotlin, swift: the type that contains the accessors. Default: 'Texts'.",
        ),
    },
    provides = [TremaResourcesInfo],
    toolchains = [str(TOOLCHAIN_TYPE)],
)
