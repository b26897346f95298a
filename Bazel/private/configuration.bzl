"""The rule for the configuration of an environment."""

load(":project.bzl", "action_paths", "project_path", "quoted", "write_project")
load(":providers.bzl", "TremaConfigurationInfo")
load(":toolchain.bzl", "TOOLCHAIN_TYPE")

_EXTENSIONS = {"binary": "plist", "json": "json", "xml": "plist", "yaml": "yaml"}

def _environments(ctx):
    """Returns the environments as in trema.json, or None for those of the names of the files."""
    if not ctx.attr.environments:
        for attribute in ["extends", "production"]:
            if getattr(ctx.attr, attribute):
                fail("the attribute '%s' requires 'environments'; add all environments of the app" % attribute)
        return None
    for attribute in ["extends", "production"]:
        for name in getattr(ctx.attr, attribute):
            if name not in ctx.attr.environments:
                fail("the attribute '%s' contains '%s', which is not in 'environments'; use %s" % (
                    attribute,
                    name,
                    quoted(ctx.attr.environments),
                ))
    if ctx.attr.environment not in ctx.attr.environments:
        fail("the environment '%s' is not in 'environments'; use %s" % (
            ctx.attr.environment,
            quoted(ctx.attr.environments),
        ))
    environments = []
    for name in ctx.attr.environments:
        environment = {"name": name}
        if name in ctx.attr.extends:
            environment["extends"] = ctx.attr.extends[name]
        if ctx.attr.production:
            environment["production"] = name in ctx.attr.production
        environments.append(environment)
    return environments

def configuration_files(info):
    """Returns the files of a configuration.

    Args:
        info: The TremaConfigurationInfo.

    Returns:
        The layers, the files that they include, and the schema, a list of Files.
    """
    return info.layers + info.includes + ([info.schema] if info.schema else [])

def configuration_project(info, paths, further = {}):
    """Returns the contents of a project file with a configuration.

    Args:
        info: The TremaConfigurationInfo.
        paths: The paths of the project file.
        further: Files by the field that contains them, a dict.

    Returns:
        The contents for `write_project`.
    """
    files = dict(further)
    if info.schema:
        files["schema"] = info.schema
    configuration = {field: project_path(paths, file) for field, file in files.items()}
    configuration["files"] = [project_path(paths, file) for file in info.layers]
    configuration["includes"] = [project_path(paths, file) for file in info.includes]
    configuration.update(info.configuration)
    return {"configuration": configuration}

def _code(ctx, language, type, extension):
    """Declares the file of a generated type.

    Returns:
        The file in a list, which is empty if there is no type.
    """
    for attribute in [language + "_access", language + "_package"]:
        if not type and getattr(ctx.attr, attribute, ""):
            fail("the attribute '%s' has no effect without '%s_type'; remove it, or add '%s_type'" % (attribute, language, language))
    return [ctx.actions.declare_file("%s/%s.%s" % (ctx.label.name, type, extension))] if type else []

def _merged_name(ctx):
    """Returns the name of the merged file."""
    name = ctx.attr.out
    if not name:
        return "Configuration." + _EXTENSIONS[ctx.attr.format]
    if [part for part in name.split("/") if part in ("", ".", "..")]:
        fail("the attribute 'out' contains '%s', which is not a path below the folder of the target; use a name such as 'Configuration.plist'" % name)
    for language, extension in {"kotlin": "kt", "swift": "swift"}.items():
        type = getattr(ctx.attr, language + "_type")
        if type and name == "%s.%s" % (type, extension):
            fail("the attribute 'out' contains '%s', which is the file of '%s_type'; use a different name" % (name, language))
    return name

def _trema_configuration_impl(ctx):
    if not ctx.files.srcs:
        fail("the attribute 'srcs' contains no files; add the files of the configuration")
    if not ctx.attr.environment:
        fail("the attribute 'environment' is empty; set it to the environment of the merged file")
    configuration = {}
    environments = _environments(ctx)
    if environments:
        configuration["environments"] = environments
    if ctx.attr.merge:
        configuration["merge"] = ctx.attr.merge
    if ctx.attr.interpolation:
        configuration["interpolation"] = True

    folder = ctx.label.name
    merged = ctx.actions.declare_file("%s/%s" % (folder, _merged_name(ctx)))
    swift = _code(ctx, "swift", ctx.attr.swift_type, "swift")
    kotlin = _code(ctx, "kotlin", ctx.attr.kotlin_type, "kt")
    info = TremaConfigurationInfo(
        configuration = configuration,
        environment = ctx.attr.environment,
        includes = ctx.files.includes,
        layers = ctx.files.srcs,
        merged = merged,
        schema = ctx.file.schema,
    )
    project = ctx.actions.declare_file(folder + ".trema.json")
    write_project(ctx, project, configuration_project(info, action_paths(project)))
    inputs = configuration_files(info) + [project]
    trema = ctx.toolchains[TOOLCHAIN_TYPE].trema.files_to_run

    arguments = ctx.actions.args()
    arguments.add_all(["config", "merge", "--quiet"])
    arguments.add(project, format = "--project=%s")
    arguments.add(ctx.attr.environment, format = "--environment=%s")
    arguments.add(ctx.attr.format, format = "--format=%s")
    arguments.add_all(
        ["%s=%s" % item for item in sorted(ctx.attr.overrides.items())],
        format_each = "--set=%s",
    )
    arguments.add(merged, format = "--output=%s")

    # Without variables of the environment, only 'overrides' overrides values.
    ctx.actions.run(
        outputs = [merged],
        inputs = inputs,
        executable = trema,
        arguments = [arguments],
        env = {},
        mnemonic = "TremaMergeConfiguration",
        progress_message = "Merging the configuration of %s" % ctx.label,
    )

    for language, files in {"kotlin": kotlin, "swift": swift}.items():
        for file in files:
            arguments = ctx.actions.args()
            arguments.add_all(["config", "generate", "--quiet"])
            arguments.add(project, format = "--project=%s")
            arguments.add(file, format = "--%s=%%s" % language)
            if language == "swift" and ctx.attr.swift_access:
                arguments.add(ctx.attr.swift_access, format = "--access=%s")
            if language == "kotlin" and ctx.attr.kotlin_package:
                arguments.add(ctx.attr.kotlin_package, format = "--kotlin-package=%s")
            arguments.add_all(ctx.attr.code_environments, format_each = "--environment=%s")
            ctx.actions.run(
                outputs = [file],
                inputs = inputs,
                executable = trema,
                arguments = [arguments],
                env = {},
                mnemonic = "TremaGenerateConfiguration",
                progress_message = "Generating code for the configuration of %s" % ctx.label,
            )

    files = [merged] + swift + kotlin
    return [
        DefaultInfo(
            files = depset(files),
            runfiles = ctx.runfiles(files = files),
        ),
        OutputGroupInfo(
            kotlin = depset(kotlin),
            merged = depset([merged]),
            swift = depset(swift),
        ),
        info,
    ]

trema_configuration = rule(
    implementation = _trema_configuration_impl,
    doc = """The merged configuration of an environment, and typed code for the configuration.

The files are in a folder with the name of the target, and in the output groups `merged`, `swift`
and `kotlin`.
""",
    attrs = {
        "code_environments": attr.string_list(
            doc = "The environments whose values the code contains in every build. Default: the ones that customers get; in Swift, the others are for debug builds.",
        ),
        "environment": attr.string(
            doc = "The environment of the merged file.",
            mandatory = True,
        ),
        "environments": attr.string_list(
            doc = "All environments. Default: the environments in the names of the files.",
        ),
        "extends": attr.string_dict(
            doc = "The environment that an environment extends. Requires 'environments'.",
        ),
        "format": attr.string(
            doc = "The format of the merged file.",
            default = "xml",
            values = ["binary", "json", "xml", "yaml"],
        ),
        "includes": attr.label_list(
            doc = "The files that the layers include, such as common .xcconfig files.",
            allow_files = True,
        ),
        "interpolation": attr.bool(
            doc = "Whether ${a.b} in a string is replaced with the value at that key path.",
        ),
        "kotlin_package": attr.string(
            doc = "The package of the Kotlin code.",
        ),
        "kotlin_type": attr.string(
            doc = "The name of the Kotlin type, such as 'AppConfiguration'. Default: no Kotlin code.",
        ),
        "merge": attr.string(
            doc = "The rule for merging layers. Default: 'deep'.",
            values = ["", "deep", "girders"],
        ),
        "out": attr.string(
            doc = "The name of the merged file. Default: 'Configuration' with the extension of the format.",
        ),
        "overrides": attr.string_dict(
            doc = "Values by key path, for keys that the schema marks x-overridable.",
        ),
        "production": attr.string_list(
            doc = "The environments that customers get. Requires 'environments'. Default: 'production' and its usual names.",
        ),
        "schema": attr.label(
            doc = "The JSON Schema of the configuration.",
            allow_single_file = True,
        ),
        "srcs": attr.label_list(
            doc = "The layers: Configuration.plist, Configuration-<environment>.plist and so on.",
            allow_files = True,
            mandatory = True,
        ),
        "swift_access": attr.string(
            doc = "The access level of the Swift code. Default: 'public'.",
            values = ["", "internal", "package", "public"],
        ),
        "swift_type": attr.string(
            doc = "The name of the Swift type, such as 'AppConfiguration'. Default: no Swift code.",
        ),
    },
    provides = [TremaConfigurationInfo],
    toolchains = [str(TOOLCHAIN_TYPE)],
)
