import { brand } from '@app/content/ru/brand'
import type { Checklist } from '@app/content/ru/checklists'
import { colors, contentWidth, decorate, drawLogo, fonts, type Pdf, page } from './pdf-brand.ts'
import { addText, balancedWidth, type Sheet } from './pdf-sheet.ts'

const horizon = 122
const sun = { x: page.width - 122, y: horizon, radius: 54 } as const

/** Draws the rising sun, the brand, and what the checklist is called. */
export function drawHead(sheet: Sheet, { title, intro }: Checklist, kind: string): void {
  const { pdf, root } = sheet
  decorate(pdf, () => drawSunrise(pdf))
  decorate(pdf, () => {
    drawHorizon(pdf)
    drawLogo(pdf, page.margin, 62, 30)
  })
  addText(sheet, root, 'P', () => {
    pdf
      .font(fonts.serif, 15)
      .fillColor(colors.ink)
      .text(brand.title, page.margin + 40, 50)
  })
  addText(sheet, root, 'P', () => {
    pdf
      .font(fonts.sans, 9.5)
      .fillColor(colors.inkSoft)
      .text(kind, page.margin, horizon - 20)
  })
  addText(sheet, root, 'H1', () => {
    pdf.font(fonts.serif, 25).fillColor(colors.ink)
    const width = balancedWidth(pdf, title, contentWidth - 20)
    pdf.text(title, page.margin, horizon + 26, { width, lineGap: -4 })
  })
  addText(sheet, root, 'P', () => {
    pdf.font(fonts.sans, 11.5).fillColor(colors.inkSoft)
    const width = balancedWidth(pdf, intro, contentWidth - 30)
    pdf.text(intro, page.margin, pdf.y + 11, { width, lineGap: 2.5 })
  })
  pdf.y += 18
}

function drawSunrise(pdf: Pdf): void {
  pdf.rect(0, 0, page.width, sun.y).clip()
  for (const [index, opacity] of [0.1, 0.16, 0.24].entries()) {
    pdf
      .circle(sun.x, sun.y, sun.radius + 51 - index * 17)
      .fillOpacity(opacity)
      .fill(colors.amber)
  }
  pdf.circle(sun.x, sun.y, sun.radius).fillOpacity(1).fill(colors.amber)
}

function drawHorizon(pdf: Pdf): void {
  pdf.moveTo(0, sun.y).lineTo(page.width, sun.y).lineWidth(1.4).stroke(colors.ink)
  pdf
    .moveTo(sun.x - 96, sun.y + 11)
    .bezierCurveTo(sun.x - 50, sun.y + 3, sun.x - 20, sun.y + 19, sun.x + 24, sun.y + 12)
    .bezierCurveTo(sun.x + 50, sun.y + 8, sun.x + 70, sun.y + 7, page.width, sun.y + 14)
    .lineWidth(1.1)
    .stroke(colors.ink)
}
