"""The project file that is passed to the command."""

def quoted(names):
    """Returns names for a message.

    Args:
        names: The strings.

    Returns:
        The names in quotation marks, separated by commas.
    """
    return ", ".join(["'%s'" % name for name in names])

# The paths in a project file are relative to its folder. Each begins with the way to the folder in
# which the command runs, and the command shortens them again. So messages contain paths relative to
# that folder, the root of the workspace.

def action_paths(project):
    """Returns the paths of a project file for an action.

    Args:
        project: The project file, a File.

    Returns:
        An argument for `project_path`.
    """
    return struct(is_for_runfiles = False, prefix = "../" * project.path.count("/"))

def runfiles_paths(ctx, project):
    """Returns the paths of a project file for a test, which runs in the folder of its runfiles.

    Args:
        ctx: The context of the rule.
        project: The project file, a File.

    Returns:
        An argument for `project_path`.
    """
    depth = project.short_path.count("/")
    if not project.short_path.startswith("../"):
        return struct(is_for_runfiles = True, prefix = "../" * depth, runfiles = "../" * (depth + 1))

    # The runfiles of another repository are beside the folder in which the test runs.
    runfiles = "../" * (depth - 1)
    return struct(is_for_runfiles = True, prefix = runfiles + ctx.workspace_name + "/", runfiles = runfiles)

def project_path(paths, file):
    """Returns the path of a file in a project file.

    Args:
        paths: The paths of the project file.
        file: The other file, a File.

    Returns:
        The path relative to the project file.
    """
    if not paths.is_for_runfiles:
        return paths.prefix + file.path
    if file.short_path.startswith("../"):
        return paths.runfiles + file.short_path[len("../"):]
    return paths.prefix + file.short_path

def texts_project(catalogue, outputs, paths, baseline = None):
    """Returns the contents of a project file with a catalogue.

    Args:
        catalogue: The TremaCatalogueInfo.
        outputs: The outputs as in trema.json, a list of dicts.
        paths: The paths of the project file.
        baseline: The baseline, a File or None.

    Returns:
        The contents for `write_project`.
    """

    # The history of the repository is no input of an action.
    checks = {"stale-translation": "off"}
    checks.update(catalogue.checks)
    project = {
        "catalogues": [{
            "files": [project_path(paths, file) for file in catalogue.srcs],
            "masterLanguage": catalogue.languages[0],
            "rawBackslash": catalogue.raw_backslash,
        }],
        "checks": checks,
        "languages": catalogue.languages,
        "outputs": outputs,
    }
    if baseline:
        project["baseline"] = project_path(paths, baseline)
    return project

def write_project(ctx, file, contents):
    """Writes a project file.

    Args:
        ctx: The context of the rule.
        file: The project file, a File that has been declared.
        contents: The contents, a dict.
    """
    ctx.actions.write(file, json.encode_indent(contents, indent = "  ") + "\n")
