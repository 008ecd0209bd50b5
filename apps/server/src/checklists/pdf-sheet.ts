import type { Pdf } from './pdf-brand.ts'
import { colors, decorate, page } from './pdf-brand.ts'
import type { TickBoxes } from './tick-box.ts'

/** A checklist being drawn: the document, the top of its structure and its form. */
export type Sheet = {
  pdf: Pdf
  root: PDFKit.PDFStructureElement
  boxes: TickBoxes
  density: Density
  /** The empty space at the foot of each finished page. */
  leftEmpty: number[]
}

/** The distances of a layout. The font sizes are the same in all of them. */
export type Density = { gap: number; padding: number; itemGap: number; lineGap: number }

export const textSize = 11.5

export const densities: readonly Density[] = [
  { gap: 16, padding: 19, itemGap: 10, lineGap: 3 },
  { gap: 14, padding: 18, itemGap: 8, lineGap: 2.5 },
  { gap: 11, padding: 15, itemGap: 6, lineGap: 2 },
  { gap: 9, padding: 12, itemGap: 4, lineGap: 1 },
  { gap: 8, padding: 11, itemGap: 3, lineGap: 0.5 },
]

/** Begins a page on the brand's paper. */
export function addPage(pdf: Pdf): void {
  pdf.addPage()
  decorate(pdf, () => pdf.rect(0, 0, page.width, page.height).fill(colors.paper))
  pdf.y = page.margin
}

/** Begins a new page when `height` does not fit on this one. */
export function ensureSpace({ pdf, leftEmpty }: Pick<Sheet, 'pdf' | 'leftEmpty'>, height: number): void {
  const left = page.height - page.bottom - pdf.y
  if (height <= left) return
  leftEmpty.push(left)
  addPage(pdf)
}

/** Adds a piece of text with a meaning to the structure. */
export function addText(
  sheet: Pick<Sheet, 'pdf'>,
  parent: PDFKit.PDFStructureElement,
  type: string,
  draw: () => void,
): void {
  parent.add(sheet.pdf.struct(type, {}, draw))
}

/** The narrowest width that breaks a text into no more lines, so that its lines come out alike. */
export function balancedWidth(pdf: Pdf, text: string, width: number): number {
  const height = pdf.heightOfString(text, { width })
  let narrow = width
  while (narrow > width / 2 && pdf.heightOfString(text, { width: narrow - 8 }) <= height) narrow -= 8
  return narrow
}
