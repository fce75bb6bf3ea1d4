# Writes the workbooks of a file of descriptions with openpyxl.
import json
import sys

import openpyxl
from openpyxl.utils.datetime import CALENDAR_MAC_1904

source, folder = sys.argv[1:3]
for each in json.load(open(source)):
    book = openpyxl.Workbook()
    book.remove(book.active)
    if each['is1904']:
        book.epoch = CALENDAR_MAC_1904
    for sheet in each['sheets']:
        made = book.create_sheet(sheet['name'])
        if sheet['isHidden']:
            made.sheet_state = 'hidden'
        for cell in sheet['cells']:
            at = made.cell(cell['row'], cell['column'])
            value = cell['value']
            if cell['kind'] == 'day' and each['is1904']:
                value -= 1462
            if cell['kind'] == 'formula':
                value = '=' + value
            at.value = value
            if cell['kind'] == 'text':
                at.data_type = 's'
            if cell['kind'] == 'error':
                at.data_type = 'e'
            at.number_format = cell['format']
    book.save(f"{folder}/{each['name']}.xlsx")
