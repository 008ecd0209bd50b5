import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { maxContactFileBytes, readContactFile } from './read-contact-file.ts'

const text = 'Имя;Телефон\r\nӘсел;87011234567\r\n'
const mark = '\ufeff'

async function firstRow(file: Blob) {
  const reading = await readContactFile(file)
  return reading.outcome === 'read' ? reading.table.rows[0] : reading
}

function utf16(content: string) {
  return new Uint8Array(Uint16Array.from(content, (letter) => letter.charCodeAt(0)).buffer)
}

/** Russian letters as a Windows program writes them. */
function windows1251(content: string) {
  return Uint8Array.from(content, (letter) =>
    letter >= 'А' && letter <= 'я' ? letter.charCodeAt(0) - 0x350 : letter.charCodeAt(0),
  )
}

test.each<[string, BlobPart]>([
  ['UTF-8', text],
  ['UTF-8 with its mark', mark + text],
  ['UTF-16 with its mark, in tabs', utf16(mark + text.replaceAll(';', '\t'))],
])('a table in %s is read', async (_name, content) => {
  expect(await firstRow(new Blob([content]))).toEqual({ row: 2, cells: ['Әсел', '87011234567'] })
})

test('a table in the letters of Windows is read', async () => {
  const content = windows1251('Имя;Телефон\r\nМарат;87011234567\r\n')
  expect(await firstRow(new Blob([content]))).toEqual({ row: 2, cells: ['Марат', '87011234567'] })
})

const sheet = (rows: string) =>
  strToU8(`<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData>${rows}</x:sheetData></x:worksheet>`)
const shared = strToU8(
  '<sst><si><t>Имя</t></si><si><t>Телефон</t></si><si><r><t>Ә</t></r><r><t xml:space="preserve">сел &amp; Ко</t></r><rPh><t>x</t></rPh></si></sst>',
)
const workbook = {
  'xl/workbook.xml': strToU8(
    '<workbook><sheets><sheet name="s" state="hidden" r:id="rId1"/><sheet name="t" r:id="rId2"/></sheets></workbook>',
  ),
  'xl/_rels/workbook.xml.rels': strToU8(
    '<Relationships><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  ),
  'xl/sharedStrings.xml': shared,
}

test('the first sheet of a workbook that is seen is read, with its own numbers of rows', async () => {
  const file = zipSync({
    ...workbook,
    'xl/worksheets/sheet1.xml': sheet('<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>'),
    'xl/worksheets/sheet2.xml': sheet(
      '<x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Заявки</x:t></x:is></x:c></x:row>' +
        '<x:row r="3"><x:c r="A3" t="s"><x:v>0</x:v></x:c><x:c r="C3" t="s"><x:v>1</x:v></x:c></x:row>' +
        '<x:row r="4"><x:c r="A4" t="s"><x:v>2</x:v></x:c><x:c r="B4" s="1"/><x:c r="C4"><x:f>1+1</x:f><x:v>7.7011234567E10</x:v></x:c></x:row>' +
        '<x:row r="1048576" s="1"/>',
    ),
    'xl/media/image1.png': new Uint8Array(10),
  })
  expect(await firstRow(new Blob([file]))).toEqual({ row: 4, cells: ['Әсел & Ко', '', '7.7011234567E10'] })
})

test.each<[string, string, BlobPart]>([
  ['too_large', 'a file of 40 MB', new Uint8Array(4 * maxContactFileBytes)],
  [
    'old_excel',
    'a workbook of old Excel, or with a password',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
  ],
  ['not_a_table', 'a PDF under another name', '%PDF-1.7\n1 0 obj <</Type/Catalog>>'],
  ['not_a_table', 'a page under another name', '<html><table><tr><td>87011234567'],
  ['not_a_table', 'a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13])],
  ['not_a_table', 'an archive of something else', zipSync({ 'photo.jpg': new Uint8Array(5) })],
  ['not_a_table', 'a workbook that was cut off', zipSync(workbook).slice(0, 200)],
  [
    'unpacks_too_large',
    'a workbook that unpacks to very much',
    zipSync({ ...workbook, 'xl/worksheets/sheet2.xml': new Uint8Array(70 * 1024 * 1024) }),
  ],
])('%s is said of %s', async (fault, _name, content) => {
  expect(await readContactFile(new Blob([content]))).toEqual({ outcome: 'unreadable', fault })
})

test('a workbook that lies about its size is left when it unpacks to too much', async () => {
  const file = zipSync({ ...workbook, 'xl/worksheets/sheet2.xml': new Uint8Array(70 * 1024 * 1024) })
  const view = new DataView(file.buffer)
  // The size before packing, 18 bytes behind each local header's beginning and 4 more.
  for (let at = 0; at + 30 < file.length; at += 1)
    if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 100, true)
  expect(await readContactFile(new Blob([file]))).toEqual({
    outcome: 'unreadable',
    fault: 'unpacks_too_large',
  })
})
