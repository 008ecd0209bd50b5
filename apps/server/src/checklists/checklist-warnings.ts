import { checklistLabels } from '@app/content/ru/checklists'
import { colors, contentWidth, decorate, fonts, page } from './pdf-brand.ts'
import { addText, ensureSpace, type Sheet } from './pdf-sheet.ts'

const titleSize = 12.5
const size = 10.5
const itemGap = 3
const textX = page.margin + 22
const itemX = textX + 12
const itemWidth = page.width - page.margin - 18 - itemX

/** Draws the signs with which one goes to a doctor, above all that is to be ticked off. They are read, so they have no boxes. */
export function drawWarnings(sheet: Sheet, warnings: readonly string[]): void {
  const { pdf, root, density } = sheet
  const padding = density.padding - 5
  pdf.font(fonts.sans, size)
  const heights = warnings.map((warning) => pdf.heightOfString(warning, { width: itemWidth }) + itemGap)
  const height = 2 * padding + titleSize * 1.5 + heights.reduce((sum, one) => sum + one, -itemGap)
  ensureSpace(sheet, height)
  const top = pdf.y
  decorate(pdf, () => {
    pdf.roundedRect(page.margin, top, contentWidth, height, 12).fill(colors.amberSoft)
    pdf.roundedRect(page.margin, top, 5, height, 2.5).fill(colors.amberDeep)
  })

  const part = pdf.struct('Sect')
  root.add(part)
  addText(sheet, part, 'H2', () => {
    pdf.font(fonts.serif, titleSize).fillColor(colors.ink)
    pdf.text(checklistLabels.warnings, textX, top + padding - 2)
  })
  const list = pdf.struct('L')
  part.add(list)
  let y = top + padding + titleSize * 1.5
  for (const [index, warning] of warnings.entries()) {
    drawWarning(sheet, list, warning, y)
    y += heights[index] ?? 0
  }
  list.end()
  part.end()
  pdf.y = top + height + density.gap
}

function drawWarning({ pdf }: Sheet, list: PDFKit.PDFStructureElement, warning: string, y: number): void {
  const row = pdf.struct('LI')
  list.add(row)
  decorate(pdf, () => pdf.circle(textX + 3, y + size * 0.62, 1.8).fill(colors.amberDeep))
  addText({ pdf }, row, 'LBody', () => {
    pdf.font(fonts.sans, size).fillColor(colors.ink)
    pdf.text(warning, itemX, y, { width: itemWidth })
  })
  row.end()
}
