"""Renders the guides into a site made by docc. Usage: site.py FOLDER

README.md becomes the first page. Links between pages lead to the rendered ones.
"""

import html
import pathlib
import re
import shutil
import sys

import cmarkgfm
from cmarkgfm.cmark import Options

import links

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem;
  color: CanvasText; background: Canvas; color-scheme: light dark; }
nav { border-bottom: 1px solid #8886; display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding-bottom: .5rem; }
pre { background: #8882; border-radius: .4rem; overflow-x: auto; padding: .75rem; }
code { font: .9em ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
"""


def output(page, root):
    """The path of a rendered page in the site."""
    path = page.relative_to(root).with_suffix(".html")
    return pathlib.Path("index.html") if path.name == "README.html" and len(path.parts) == 1 else path


def rendered(page, root, products):
    text = re.sub(r"^<!-- swift\n.*?^-->\n", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    body = cmarkgfm.github_flavored_markdown_to_html(text, options)
    body = re.sub(r'href="([^":#]+)\.md(#[^"]*)?"', lambda link: target(link, page, root), body)
    body = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, body, flags=re.S)
    up = "../" * (len(output(page, root).parts) - 1)
    title = html.escape(re.sub("<[^>]*>", "", re.search(r"<h1[^>]*>(.*?)</h1>", body)[1]))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>{STYLE}</style></head>\n'
        f'<body><nav><a href="{up}index.html">Trema</a>'
        + "".join(f'<a href="{up}documentation/{name.lower()}/">{name}</a>' for name in products)
        + f"</nav>\n{body}</body></html>\n"
    )


def target(link, page, root):
    other = (page.parent / (link[1] + ".md")).resolve()
    up = "../" * (len(output(page, root).parts) - 1)
    return f'href="{up}{output(other, root)}{link[2] or ""}"'


def heading(match):
    plain = html.unescape(re.sub("<[^>]*>", "", match[2]))
    return f'<h{match[1]} id="{links.slug(plain)}">{match[2]}</h{match[1]}>'


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    site = pathlib.Path(sys.argv[1])
    products = sorted(path.stem for path in root.glob("Sources/**/*.docc"))
    for page in links.pages(root):
        path = site / output(page, root)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(rendered(page, root, products), encoding="utf-8")
    shutil.copy(root / "LICENSE", site / "LICENSE")


main()
