import { checklistLabels } from '@app/content/ru/checklists'
import { colors, fonts } from './pdf-brand.ts'
import { addText, type Sheet } from './pdf-sheet.ts'
import { tickBoxSize } from './tick-box.ts'

const labelSize = 10
const labelWidth = 84
const dayWidth = 52

/** The height of a row of days, without the gap above. */
export const daysHeight = tickBoxSize + 4

/** Draws a week's row of days to mark, a box for each. */
export function drawDays(sheet: Sheet, part: PDFKit.PDFStructureElement, week: string, x: number): void {
  const { pdf, boxes } = sheet
  const top = pdf.y + 2
  const textTop = top + (tickBoxSize - labelSize * 1.2) / 2
  addText(sheet, part, 'P', () => {
    pdf.font(fonts.sans, labelSize).fillColor(colors.inkSoft)
    pdf.text(checklistLabels.days.title, x, textTop, { lineBreak: false })
  })
  for (const [index, day] of checklistLabels.days.names.entries()) {
    const left = x + labelWidth + index * dayWidth
    const form = pdf.struct('Form')
    part.add(form)
    boxes.add({ label: `${week}, ${day}`, x: left, y: top, parent: form })
    form.end()
    addText(sheet, part, 'P', () => {
      pdf.font(fonts.sans, labelSize).fillColor(colors.inkSoft)
      pdf.text(day, left + tickBoxSize + 5, textTop, { lineBreak: false })
    })
  }
  pdf.y = top + tickBoxSize + 2
}
