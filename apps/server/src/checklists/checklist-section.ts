import type { ChecklistSection } from '@app/content/ru/checklists'
import { daysHeight, drawDays } from './day-boxes.ts'
import { colors, contentWidth, decorate, fonts, type Pdf, page } from './pdf-brand.ts'
import { addText, type Density, ensureSpace, type Sheet, textSize } from './pdf-sheet.ts'
import { tickBoxSize } from './tick-box.ts'

const title = { size: 14.5, gap: 9 } as const
const textX = page.margin + 46
const textWidth = page.width - page.margin - 18 - textX
const boxX = page.margin + 20

/** Draws one numbered card of boxes to tick; a card is never torn between two pages. */
export function drawSection(sheet: Sheet, section: ChecklistSection, number: number): void {
  const { pdf, root, density } = sheet
  const height = sectionHeight(pdf, section, density)
  ensureSpace(sheet, height)
  const top = pdf.y
  decorate(pdf, () => drawCard(pdf, top, height, density, number))

  const part = pdf.struct('Sect')
  root.add(part)
  addText(sheet, part, 'H2', () => {
    pdf.font(fonts.serif, title.size).fillColor(colors.ink)
    pdf.text(section.title, textX, top + density.padding - 3, { width: textWidth })
  })
  pdf.y += title.gap
  const list = pdf.struct('L')
  part.add(list)
  for (const item of section.items) drawItem(sheet, list, item)
  list.end()
  if (section.hasDays) drawDays(sheet, part, section.title, textX)
  part.end()
  pdf.y = top + height + density.gap
}

function drawCard(pdf: Pdf, top: number, height: number, { padding }: Density, number: number): void {
  const middle = top + padding + 7.5
  pdf
    .roundedRect(page.margin, top, contentWidth, height, 12)
    .lineWidth(0.8)
    .fillAndStroke(colors.card, colors.line)
  pdf.circle(boxX + tickBoxSize / 2, middle, 11).fill(colors.amberSoft)
  pdf.font(fonts.sansBold, 11).fillColor(colors.amberDeep)
  const label = String(number)
  pdf.text(label, boxX + (tickBoxSize - pdf.widthOfString(label)) / 2, middle - 6.5, { lineBreak: false })
}

function drawItem({ pdf, boxes, density }: Sheet, list: PDFKit.PDFStructureElement, item: string): void {
  const top = pdf.y
  const row = pdf.struct('LI')
  list.add(row)
  const label = pdf.struct('Lbl')
  row.add(label)
  const form = pdf.struct('Form')
  label.add(form)
  boxes.add({ label: item, x: boxX, y: top + (textSize * 1.2 - tickBoxSize) / 2, parent: form })
  form.end()
  label.end()
  addText({ pdf }, row, 'LBody', () => {
    pdf.font(fonts.sans, textSize).fillColor(colors.ink)
    pdf.text(item, textX, top, { width: textWidth, lineGap: density.lineGap })
  })
  row.end()
  pdf.y += density.itemGap
}

function sectionHeight(pdf: Pdf, section: ChecklistSection, { padding, itemGap, lineGap }: Density): number {
  const heading = pdf.font(fonts.serif, title.size).heightOfString(section.title, { width: textWidth })
  pdf.font(fonts.sans, textSize)
  const items = section.items.map((item) => pdf.heightOfString(item, { width: textWidth, lineGap }) + itemGap)
  const list = items.reduce((sum, height) => sum + height, -itemGap)
  const days = section.hasDays ? itemGap + daysHeight : 0
  return 2 * padding - 5 + heading + title.gap + list + days
}
