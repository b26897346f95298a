"""The rule for a catalogue."""

load(":languages.bzl", "canonical_tag", "is_language_tag")
load(":providers.bzl", "TremaCatalogueInfo")

def _verify_languages(languages):
    if not languages:
        fail("the attribute 'languages' is empty; add the languages of the app, the master language first")
    known = {}
    for language in languages:
        if not is_language_tag(language):
            fail("the attribute 'languages' contains '%s', which is not a language tag; use a tag such as 'de' or 'pt-BR'" % language)
        tag = canonical_tag(language)
        if tag != language:
            fail("the attribute 'languages' contains '%s', which names of files spell '%s'; use that spelling" % (language, tag))
        if language in known:
            fail("the attribute 'languages' contains '%s' twice; remove one of them" % language)
        known[language] = True

def _is_object(value):
    """Returns whether a string is a JSON object of strings and such objects.

    `json.decode` of Bazel before 7 ends the build with a message about characters of the string.
    """

    # Every second part is a string's contents. Then strings ('s') and members ('m') are reduced.
    parts = value.replace("\\\\", "").replace("\\\"", "").split("\"")
    marks = ["".join([mark for mark in part.elems() if mark not in " \n\t"]) for part in parts[0::2]]
    if len(parts) % 2 == 0 or [part for part in marks if part.strip("{}:,")]:
        return False
    rest = "s".join(marks)
    for _ in range(len(rest)):
        rest = rest.replace("s:s", "m").replace("m,m", "m").replace("{m}", "s").replace("{}", "s")
    return rest == "s"

def checks_of(settings):
    """Returns the severities of checks.

    Args:
        settings: The attribute `checks`.

    Returns:
        The severities as in trema.json, a dict.
    """
    checks = {}
    for code, value in settings.items():
        if code == "stale-translation":
            fail("the check 'stale-translation' reads the history of the repository, which is no input of a build; remove it from 'checks', and run it with 'trema check'")
        if value.startswith("{") and not _is_object(value):
            fail("the attribute 'checks' contains '%s' for '%s', which is not a JSON object of strings; use one such as '{\"level\": \"warning\"}'" % (value, code))
        checks[code] = json.decode(value) if value.startswith("{") else value
    return checks

def _trema_catalogue_impl(ctx):
    if not ctx.files.srcs:
        fail("the attribute 'srcs' contains no files; add the files of the catalogue")
    _verify_languages(ctx.attr.languages)
    return [
        DefaultInfo(
            files = depset(ctx.files.srcs),
            runfiles = ctx.runfiles(files = ctx.files.srcs),
        ),
        TremaCatalogueInfo(
            checks = checks_of(ctx.attr.checks),
            languages = ctx.attr.languages,
            raw_backslash = ctx.attr.raw_backslash,
            srcs = ctx.files.srcs,
        ),
    ]

trema_catalogue = rule(
    implementation = _trema_catalogue_impl,
    doc = "A catalogue of texts, which other rules use. It runs no action.",
    attrs = {
        "checks": attr.string_dict(
            doc = """The severities of checks: 'error', 'warning', 'note' or 'off'.

A value that begins with a brace is an object as in trema.json, such as
'{"level": "warning", "languages": {"fr": "off"}}'.""",
        ),
        "languages": attr.string_list(
            doc = "The languages of the app, the master language first. Other languages in the files are reported and not written.",
            mandatory = True,
        ),
        "raw_backslash": attr.bool(
            doc = "Whether a backslash in a value is an ordinary character instead of the start of an escape.",
        ),
        "srcs": attr.label_list(
            doc = "The files of the catalogue. Later files override texts of earlier ones.",
            allow_files = True,
            mandatory = True,
        ),
    },
    provides = [TremaCatalogueInfo],
)
