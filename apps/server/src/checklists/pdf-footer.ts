import { brand } from '@app/content/ru/brand'
import { checklistLabels } from '@app/content/ru/checklists'
import { colors, decorate, fonts, type Pdf, page } from './pdf-brand.ts'

/** Writes the foot of every page, once it is known how many there are. */
export function drawFooters(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index)
    decorate(pdf, () => {
      const y = page.height - 40
      const end = page.width - page.margin
      pdf
        .moveTo(page.margin, y - 10)
        .lineTo(end, y - 10)
        .lineWidth(0.7)
        .stroke(colors.line)
      pdf.font(fonts.sans, 8.5).fillColor(colors.inkSoft)
      pdf.text(`${brand.title} · ${brand.tagline}`, page.margin, y, { lineBreak: false })
      const number = checklistLabels.page(index + 1, count)
      pdf.text(number, end - pdf.widthOfString(number), y, { lineBreak: false })
    })
  }
}
