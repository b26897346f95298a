"""Prints what openpyxl reads in a workbook: sheets, and the texts of their cells, as JSON."""
import json
import sys

import openpyxl

book = openpyxl.load_workbook(sys.argv[1])
sheets = []
for sheet in book:
    rows = [[cell.value or "" for cell in row] for row in sheet.rows]
    assert all(cell.data_type in "sn" for row in sheet.rows for cell in row), "a cell is no text"
    assert all(cell.font.b for cell in sheet[1] if cell.has_style), "the header is not bold"
    # openpyxl makes up cells at the end of short rows; they have no style.
    for row in sheet.rows:
        for cell in row:
            assert cell.alignment.wrap_text or cell.value is None and not cell.has_style, "a text does not wrap"
    for row in sheet.rows:
        for cell in row:
            assert bool(cell.quotePrefix) == (cell.value or "").startswith(("=", "+", "-", "@", "'"))
    widths = [sheet.column_dimensions[letter].width for letter in "AB"]
    sheets.append([sheet.title, sheet.sheet_state, sheet.freeze_panes, widths, rows])
json.dump(sheets, sys.stdout)
