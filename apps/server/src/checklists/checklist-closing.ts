import type { Checklist } from '@app/content/ru/checklists'
import { colors, contentWidth, decorate, fonts, page } from './pdf-brand.ts'
import { addText, makeRoom, type Sheet } from './pdf-sheet.ts'

const serifSize = 12.5
const smallSize = 9

/** Draws the parting words, and the disclaimer at the foot of the page. */
export function drawClosing(sheet: Sheet, { closing, disclaimer }: Checklist): void {
  const { pdf, root, density } = sheet
  const width = contentWidth - 40
  const closingHeight = pdf.font(fonts.serif, serifSize).heightOfString(closing, { width })
  const disclaimerHeight = pdf.font(fonts.sans, smallSize).heightOfString(disclaimer, { width: contentWidth })
  const height = closingHeight + 2 * density.padding
  makeRoom(pdf, height + 12 + disclaimerHeight)

  const top = pdf.y
  decorate(pdf, () => pdf.roundedRect(page.margin, top, contentWidth, height, 12).fill(colors.amberSoft))
  addText(sheet, root, 'P', () => {
    pdf.font(fonts.serif, serifSize).fillColor(colors.ink)
    pdf.text(closing, page.margin + 20, top + density.padding, { width })
  })
  addText(sheet, root, 'P', () => {
    pdf.font(fonts.sans, smallSize).fillColor(colors.inkSoft)
    pdf.text(disclaimer, page.margin, page.height - page.bottom - disclaimerHeight, { width: contentWidth })
  })
}
