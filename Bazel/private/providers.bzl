"""The information that targets of these rules pass to each other."""

TremaToolchainInfo = provider(
    doc = "The command of a toolchain.",
    fields = {
        "executable": "the command, a File",
        "files_to_run": "the command with its runfiles, a FilesToRunProvider",
        "runfiles": "the command and its runfiles, for tests, a runfiles object",
        "version": "the version of the command, a string; empty if unknown",
    },
)

TremaCatalogueInfo = provider(
    doc = "A catalogue of texts and its settings.",
    fields = {
        "checks": "the severities of checks by code, as in trema.json, a dict",
        "languages": "the language tags, the master language first, a list of strings",
        "raw_backslash": "whether a backslash in a value is an ordinary character, a bool",
        "srcs": "the files in the order in which later ones override earlier ones, a list of Files",
    },
)

TremaResourcesInfo = provider(
    doc = "Resources that are generated from a catalogue.",
    fields = {
        "catalogue": "the label of the catalogue, a Label",
        "files": "the generated files by format, a dict from strings to lists of Files",
        "outputs": "the outputs as in trema.json, a list of dicts",
    },
)

TremaConfigurationInfo = provider(
    doc = "The configuration of an app.",
    fields = {
        "configuration": "the settings as in trema.json, without files, a dict",
        "environment": "the environment of the merged file, a string",
        "includes": "the files that the layers include, a list of Files",
        "layers": "the layers, a list of Files",
        "merged": "the merged file of the environment, a File",
        "schema": "the JSON Schema, a File or None",
    },
)
