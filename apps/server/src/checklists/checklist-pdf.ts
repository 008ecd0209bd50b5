import { brand } from '@app/content/ru/brand'
import { type Checklist, checklistLabels } from '@app/content/ru/checklists'
import { mapStrings } from '@app/content/ru/writing/typeset'
import PDFDocument from 'pdfkit'
import { drawClosing } from './checklist-closing.ts'
import { drawHead } from './checklist-head.ts'
import { drawSection } from './checklist-section.ts'
import { drawWarnings } from './checklist-warnings.ts'
import { fonts, page, registerFonts } from './pdf-brand.ts'
import { drawFooters } from './pdf-footer.ts'
import { addPage, type Density, densities, type Sheet } from './pdf-sheet.ts'
import { openTickBoxes } from './tick-box.ts'

/**
 * Makes the PDF of a checklist: A4, tagged, with boxes to tick, on two pages when they hold it. The
 * same words give the same bytes, so a changed file means changed words.
 */
export async function renderChecklist(checklist: Checklist, siteUrl: string): Promise<Buffer> {
  return (await fitChecklist(checklist, siteUrl)).file
}

/** Draws it as far apart as two pages allow without a gap at the foot of the first. */
export async function fitChecklist(checklist: Checklist, siteUrl: string): Promise<Rendering> {
  let best: Rendering | null = null
  const drawn = mapStrings(checklist, withPlainHyphens) as Checklist
  for (const density of densities) {
    const next = await render(drawn, density, siteUrl)
    if (!best || isBetterLayout(next, best)) best = next
    if (best.pages <= 2 && best.leftEmpty <= maxEmptySpace) break
  }
  if (!best) throw new Error('there is no density to draw a checklist in')
  return best
}

/** The maximum empty space on the first page, in points, before it looks like the end. */
const maxEmptySpace = 60

/** Prefers two pages to three, and then a full first page. */
function isBetterLayout(one: Rendering, other: Rendering): boolean {
  if (Math.max(one.pages, 2) !== Math.max(other.pages, 2)) return one.pages < other.pages
  return one.leftEmpty < other.leftEmpty
}

/** The headlines' typeface has no sign for a hyphen at which no line ends. */
function withPlainHyphens(text: string): string {
  return text.replaceAll('\u2011', '-')
}

/** `leftEmpty`: how much of the first page is, at its foot. */
type Rendering = { file: Buffer; pages: number; leftEmpty: number }

/** A file says when it was made; the moment of building would make every build another file. */
const fixedDate = new Date('2026-01-01T00:00:00Z')

async function render(checklist: Checklist, density: Density, siteUrl: string): Promise<Rendering> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: page.margin, left: page.margin, right: page.margin, bottom: 0 },
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'ru',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    info: {
      Title: `${checklistLabels.kind} «${brand.title}». ${checklist.title}`,
      Author: brand.title,
      Creator: brand.title,
      Producer: 'pdfkit',
      CreationDate: fixedDate,
    },
  } as unknown as PDFKit.PDFDocumentOptions)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve) => pdf.on('end', resolve))

  registerFonts(pdf)
  pdf.font(fonts.sans)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const sheet: Sheet = { pdf, root, density, boxes: openTickBoxes(pdf), leftEmpty: [] }

  addPage(pdf)
  drawHead(sheet, checklist, withPlainHyphens(checklistLabels.kind))
  drawWarnings(sheet, checklist.warnings)
  for (const [index, section] of checklist.sections.entries()) drawSection(sheet, section, index + 1)
  drawClosing(sheet, checklist, siteUrl)
  root.end()
  const pages = pdf.bufferedPageRange().count
  drawFooters(pdf)
  pdf.end()
  await finished
  return { file: Buffer.concat(chunks), pages, leftEmpty: sheet.leftEmpty[0] ?? 0 }
}
