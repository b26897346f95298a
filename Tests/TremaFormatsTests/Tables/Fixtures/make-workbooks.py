"""Writes, into the folder named on the command line, workbooks as various programs make them."""
import io
import sys
import zipfile

FOLDER = sys.argv[1]
TRANSITIONAL = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_OFFICE = "http://purl.oclc.org/ooxml/officeDocument/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'


class Unseekable(io.RawIOBase):
    """A stream that cannot go back, so that sizes follow the bytes."""

    def __init__(self, path):
        self.file = open(path, "wb")

    def writable(self):
        return True

    def write(self, data):
        return self.file.write(data)

    def close(self):
        self.file.close()
        super().close()


def relationships(*entries):
    lines = "".join(f'<Relationship Id="{i}" Type="{t}" Target="{target}"/>' for i, t, target in entries)
    return f'{DECLARATION}<Relationships xmlns="{PACKAGE}/relationships">{lines}</Relationships>'


def write(name, parts, method=zipfile.ZIP_DEFLATED, streamed=False):
    path = f"{FOLDER}/{name}"
    target = Unseekable(path) if streamed else path
    with zipfile.ZipFile(target, "w", method) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    if streamed:
        target.close()


SHEET_OF_EXCEL = f"""{DECLARATION}<worksheet xmlns="{TRANSITIONAL}" xmlns:r="{OFFICE}"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr"
 xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"
 xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" xr:uid="{{00000000-0001}}">
<dimension ref="A1:D14"/><sheetViews><sheetView workbookViewId="0"/></sheetViews>
<sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>
<sheetData><row r="1" spans="1:4" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
<row r="3" spans="1:4"><c r="A3" s="2"/><c r="B3"><v>2</v></c><c r="C3"><v>1.5E-3</v></c><c r="D3" t="b"><v>1</v></c></row>
<row r="4"><c r="A4" t="e"><f>A1/0</f><v>#DIV/0!</v></c><c r="B4" t="str"><f>"a"&amp;"_x000D_"</f><v>a_x000D_b</v></c><c r="C4"><f>1+1</f></c></row>
<row r="14"><c r="C14" t="s"><v>2</v></c><c r="D14" t="inlineStr"><is><t xml:space="preserve"> in line </t></is></c></row>
<row r="15"/></sheetData><mergeCells count="1"><mergeCell ref="A3:A4"/></mergeCells>
<mc:AlternateContent><mc:Choice Requires="x14"><controls><row r="1"/></controls></mc:Choice></mc:AlternateContent>
<extLst><ext uri="x"><x14ac:row xmlns:x14ac="urn:x" r="1"/></ext></extLst></worksheet>"""

STRINGS_OF_EXCEL = f"""{DECLARATION}<sst xmlns="{TRANSITIONAL}" count="3" uniqueCount="3">
<si><t>Key</t></si>
<si><r><t xml:space="preserve">Rich </t></r><r><rPr><b/><sz val="11"/></rPr><t>text</t></r></si>
<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si></sst>"""

EXCEL = {
    "[Content_Types].xml": f'{DECLARATION}<Types xmlns="{PACKAGE}/content-types"/>',
    "_rels/.rels": relationships(
        ("rId3", f"{OFFICE}/extended-properties", "docProps/app.xml"),
        ("rId1", f"{OFFICE}/officeDocument", "xl/workbook.xml"),
    ),
    "xl/workbook.xml": f"""{DECLARATION}<workbook xmlns="{TRANSITIONAL}" xmlns:r="{OFFICE}"
 xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x15">
<mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath url="C:\\"
 xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent>
<sheets><sheet name="Texts" sheetId="1" r:id="rId1"/><sheet name="Old &amp; hidden" sheetId="4" state="veryHidden" r:id="rId2"/>
<sheet name="Chart" sheetId="5" r:id="rId5"/></sheets></workbook>""",
    "xl/_rels/workbook.xml.rels": relationships(
        ("rId1", f"{OFFICE}/worksheet", "/xl/worksheets/sheet1.xml"),
        ("rId2", f"{OFFICE}/worksheet", "../xl/./worksheets/Sheet2.xml"),
        ("rId5", f"{OFFICE}/chartsheet", "chartsheets/sheet1.xml"),
        ("rId4", f"{OFFICE}/sharedStrings", "sharedStrings.xml"),
    ),
    "xl/worksheets/sheet1.xml": SHEET_OF_EXCEL,
    "xl/worksheets/sheet2.xml": f'<worksheet xmlns="{TRANSITIONAL}"><sheetData/></worksheet>',
    "xl/sharedStrings.xml": STRINGS_OF_EXCEL,
}
write("excel.xlsx", EXCEL)
write("stored.xlsx", EXCEL, zipfile.ZIP_STORED)
write("streamed.xlsx", EXCEL, streamed=True)
write("backslashes.xlsx", {name.replace("xl/", "xl\\"): content for name, content in EXCEL.items()})

# Cells without references, in a strict workbook whose elements all have a prefix, without strings.
write("strict-prefixed.xlsx", {
    "_rels/.rels": relationships(("a", f"{STRICT_OFFICE}/officeDocument", "/xl/workbook.xml")),
    "xl/workbook.xml": f"""<x:workbook xmlns:x="{STRICT}" xmlns:rel="{STRICT_OFFICE}"><x:sheets>
<x:sheet name="S" sheetId="1" rel:id="b"/></x:sheets></x:workbook>""",
    "xl/_rels/workbook.xml.rels": relationships(("b", f"{STRICT_OFFICE}/worksheet", "worksheets/s.xml")),
    "xl/worksheets/s.xml": f"""<x:worksheet xmlns:x="{STRICT}"><x:sheetData><x:row><x:c><x:v> 7 </x:v></x:c>
<x:c t="inlineStr"><x:is><x:r><x:t>a_x0041_</x:t></x:r><x:r><x:t>_x005F_x0041_ _xD83D__xDE00_ _xD83D_</x:t></x:r></x:is></x:c></x:row>
<x:row><x:c/><x:c t="d"><x:v>2026-11-21</x:v></x:c></x:row></x:sheetData></x:worksheet>""",
})


def with_sheet(name, sheet, **parts):
    changed = dict(EXCEL)
    changed["xl/worksheets/sheet1.xml"] = sheet
    write(name, changed)


def cells(rows):
    return f'<worksheet xmlns="{TRANSITIONAL}"><sheetData>{rows}</sheetData></worksheet>'


with_sheet("bad-string-number.xlsx", cells('<row r="2"><c r="B2" t="s"><v>3</v></c></row>'))
with_sheet("bad-reference.xlsx", cells('<row r="2"><c r="XFE2"><v>3</v></c></row>'))
with_sheet("rows-out-of-order.xlsx", cells('<row r="2"/><row r="2"/>'))
with_sheet("bad-boolean.xlsx", cells('<row r="2"><c r="A2" t="b"><v>ja</v></c></row>'))
with_sheet("not-xml.xlsx", f'<worksheet xmlns="{TRANSITIONAL}">')
with_sheet("doctype.xlsx", "<!DOCTYPE worksheet [<!ENTITY a 'b'>]>" + cells(""))
with_sheet("bomb.xlsx", cells(" " * 20_000_000))


def with_styles(name, styles, sheet):
    changed = dict(EXCEL)
    changed["xl/_rels/workbook.xml.rels"] = EXCEL["xl/_rels/workbook.xml.rels"].replace(
        "</Relationships>", f'<Relationship Id="s" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>')
    changed["xl/styles.xml"] = f'<styleSheet xmlns="{TRANSITIONAL}">{styles}</styleSheet>'
    changed["xl/worksheets/sheet1.xml"] = sheet
    write(name, changed)


with_styles(
    "giant-format.xlsx",
    f"""<numFmts><numFmt numFmtId="200" formatCode="{'#' * 50_000}"/><numFmt numFmtId="201" formatCode="{'0' * 40}"/></numFmts>
<cellXfs><xf numFmtId="200"/><xf numFmtId="{'3' * 50_000}"/><xf numFmtId="201"/></cellXfs>""",
    cells("".join(f'<row r="{row}"><c r="A{row}" s="{row % 3}"><v>1</v></c></row>' for row in range(1, 4))))
changed = dict(EXCEL)
changed["xl/workbook.xml"] = EXCEL["xl/workbook.xml"].replace('"Texts"', f'"{"T" * 50_000}"')
write("giant-sheet-name.xlsx", changed)
write("no-workbook.xlsx", {"a.txt": "a"})
write("calc.ods", {"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<a/>"})
missing = dict(EXCEL)
del missing["xl/worksheets/sheet1.xml"]
write("missing-sheet.xlsx", missing)
write("lzma.xlsx", EXCEL, zipfile.ZIP_LZMA)
