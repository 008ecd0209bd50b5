import { type Checklist, checklistLabels } from '@app/content/ru/checklists'
import { colors, contentWidth, decorate, fonts, page } from './pdf-brand.ts'
import { addText, ensureSpace, type Sheet } from './pdf-sheet.ts'

const serifSize = 12.5
const smallSize = 9
const siteSize = 10
const siteGap = 8

/** Draws the parting words with the way back to the site, and the disclaimer at the foot of the page. */
export function drawClosing(sheet: Sheet, { closing, disclaimer }: Checklist, siteUrl: string): void {
  const { pdf, root, density } = sheet
  const width = contentWidth - 40
  const closingHeight = pdf.font(fonts.serif, serifSize).heightOfString(closing, { width })
  const disclaimerHeight = pdf.font(fonts.sans, smallSize).heightOfString(disclaimer, { width: contentWidth })
  const height = closingHeight + siteGap + siteSize * 1.25 + 2 * density.padding
  ensureSpace(sheet, height + 12 + disclaimerHeight)

  const top = pdf.y
  decorate(pdf, () => pdf.roundedRect(page.margin, top, contentWidth, height, 12).fill(colors.amberSoft))
  addText(sheet, root, 'P', () => {
    pdf.font(fonts.serif, serifSize).fillColor(colors.ink)
    pdf.text(closing, page.margin + 20, top + density.padding, { width })
  })
  const link = pdf.struct('Link', { alt: siteUrl })
  root.add(link)
  addText(sheet, link, 'Span', () => {
    pdf.font(fonts.sans, siteSize).fillColor(colors.inkSoft)
    const line = checklistLabels.site(new URL(siteUrl).host)
    const y = top + density.padding + closingHeight + siteGap
    pdf.text(line, page.margin + 20, y, { lineBreak: false, link: siteUrl })
  })
  link.end()
  addText(sheet, root, 'P', () => {
    pdf.font(fonts.sans, smallSize).fillColor(colors.inkSoft)
    pdf.text(disclaimer, page.margin, page.height - page.bottom - disclaimerHeight, { width: contentWidth })
  })
}
