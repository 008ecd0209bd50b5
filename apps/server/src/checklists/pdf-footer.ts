import { brand } from '@app/content/ru/brand'
import type { PageLabel } from './checklist-pdf.ts'
import { colors, contentWidth, decorate, fonts, page, type Pdf } from './pdf-brand.ts'

/** Writes the foot of every page, once it is known how many there are. */
export function drawFooters(pdf: Pdf, label: PageLabel): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index++) {
    pdf.switchToPage(index)
    decorate(pdf, () => {
      const y = page.height - 40
      pdf.moveTo(page.margin, y - 10).lineTo(page.width - page.margin, y - 10).lineWidth(0.7).stroke(colors.line)
      pdf.font(fonts.sans, 8.5).fillColor(colors.inkSoft)
      pdf.text(`${brand.title} · ${brand.tagline}`, page.margin, y, { lineBreak: false })
      pdf.text(label(index - start + 1, count), page.margin, y, { width: contentWidth, align: 'right', lineBreak: false })
    })
  }
}
