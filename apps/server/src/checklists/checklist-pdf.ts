import { brand } from '@app/content/ru/brand'
import PDFDocument from 'pdfkit'
import { drawFooters } from './pdf-footer.ts'
import { contentWidth, colors, decorate, drawMark, fonts, page, type Pdf, registerFonts } from './pdf-brand.ts'
import { openTickBoxes, type TickBoxes, tickBoxSize } from './tick-box.ts'

/** The words of one checklist. */
export type ChecklistText = {
  title: string
  intro: string
  sections: readonly { title: string; items: readonly string[] }[]
  closing: string
  disclaimer: string
}

type Sheet = { pdf: Pdf; root: PDFKit.PDFStructureElement; boxes: TickBoxes }

/**
 * Makes the PDF of a checklist: A4, tagged, with boxes to tick. The same words give the same bytes, so that a changed
 * file means changed words.
 */
export async function renderChecklist(text: ChecklistText, labels: { kind: string; page: PageLabel }): Promise<Buffer> {
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
    info: { Title: text.title, Author: brand.title, Creator: brand.title, Producer: 'pdfkit', CreationDate: fixedDate },
  } as PDFKit.PDFDocumentOptions)
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<void>((resolve) => pdf.on('end', resolve))

  registerFonts(pdf)
  pdf.font(fonts.sans)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const sheet = { pdf, root, boxes: openTickBoxes(pdf) }

  addPage(pdf)
  drawHead(sheet, text, labels.kind)
  for (const [index, section] of text.sections.entries()) drawSection(sheet, section, index + 1)
  drawClosing(sheet, text)
  root.end()
  drawFooters(pdf, labels.page)
  pdf.end()
  await finished
  return Buffer.concat(chunks)
}

/** How a page is numbered: «1 из 2». */
export type PageLabel = (current: number, total: number) => string

/** A file says when it was made; the moment of building would make every build another file. */
const fixedDate = new Date('2026-01-01T00:00:00Z')

function addPage(pdf: Pdf): void {
  pdf.addPage()
  decorate(pdf, () => pdf.rect(0, 0, page.width, page.height).fill(colors.paper))
  pdf.y = page.margin
}

const sun = { x: page.width - 122, y: 132, radius: 58 } as const

function drawHead({ pdf, root }: Sheet, text: ChecklistText, kind: string): void {
  decorate(pdf, () => {
    pdf.rect(0, 0, page.width, sun.y).clip()
    for (const [index, opacity] of [0.1, 0.16, 0.24].entries()) {
      pdf.circle(sun.x, sun.y, sun.radius + 54 - index * 18).fillOpacity(opacity).fill(colors.amber)
    }
    pdf.circle(sun.x, sun.y, sun.radius).fillOpacity(1).fill(colors.amber)
  })
  decorate(pdf, () => {
    pdf.moveTo(0, sun.y).lineTo(page.width, sun.y).lineWidth(1.4).stroke(colors.ink)
    pdf
      .moveTo(sun.x - 96, sun.y + 11)
      .bezierCurveTo(sun.x - 50, sun.y + 3, sun.x - 20, sun.y + 19, sun.x + 24, sun.y + 12)
      .bezierCurveTo(sun.x + 50, sun.y + 8, sun.x + 70, sun.y + 7, page.width, sun.y + 14)
      .lineWidth(1.1)
      .stroke(colors.ink)
    drawMark(pdf, page.margin, 66, 30)
  })
  root.add(
    pdf.struct('P', () => {
      pdf.font(fonts.serif, 15).fillColor(colors.ink).text(brand.title, page.margin + 40, 54)
    }),
  )
  root.add(
    pdf.struct('P', () => {
      pdf.font(fonts.sans, 9.5).fillColor(colors.inkSoft).text(kind, page.margin, 108)
    }),
  )
  root.add(
    pdf.struct('H1', () => {
      pdf.font(fonts.serif, 25).fillColor(colors.ink).text(text.title, page.margin, sun.y + 30, { width: contentWidth - 20, lineGap: 1 })
    }),
  )
  pdf.moveDown(0.35)
  root.add(
    pdf.struct('P', () => {
      pdf.font(fonts.sans, 11.5).fillColor(colors.inkSoft).text(text.intro, page.margin, pdf.y, { width: contentWidth - 40, lineGap: 3 })
    }),
  )
  pdf.y += 20
}

const card = { padding: 18, gap: 14, itemGap: 8 } as const
const itemX = page.margin + card.padding + tickBoxSize + 11
const itemWidth = page.width - page.margin - card.padding - itemX
const titleStyle = { size: 15, gap: 11 } as const
const itemStyle = { size: 11.5, lineGap: 2.5 } as const

function drawSection(sheet: Sheet, section: ChecklistText['sections'][number], number: number): void {
  const { pdf, root, boxes } = sheet
  const height = sectionHeight(pdf, section)
  makeRoom(pdf, height)
  const top = pdf.y
  decorate(pdf, () => {
    pdf.roundedRect(page.margin, top, contentWidth, height, 12).fillAndStroke(colors.card, colors.line)
    pdf.circle(page.margin + card.padding + 7, top + card.padding + 8.5, 11).fill(colors.amberSoft)
    pdf.font(fonts.sansBold, 11).fillColor(colors.amberDeep)
    pdf.text(String(number), page.margin + card.padding - 13, top + card.padding + 2, { width: 40, align: 'center', lineBreak: false })
  })

  const part = pdf.struct('Sect')
  root.add(part)
  part.add(
    pdf.struct('H2', () => {
      pdf.font(fonts.serif, titleStyle.size).fillColor(colors.ink).text(section.title, itemX, top + card.padding - 2, { width: itemWidth })
    }),
  )
  pdf.y += titleStyle.gap
  const list = pdf.struct('L')
  part.add(list)
  for (const item of section.items) drawItem({ pdf, boxes }, list, item)
  list.end()
  part.end()
  pdf.y = top + height + card.gap
}

function drawItem({ pdf, boxes }: Pick<Sheet, 'pdf' | 'boxes'>, list: PDFKit.PDFStructureElement, item: string): void {
  const top = pdf.y
  const row = pdf.struct('LI')
  list.add(row)
  const label = pdf.struct('Lbl')
  row.add(label)
  const form = pdf.struct('Form', { alt: item } as PDFKit.Mixins.StructureElementOptions)
  label.add(form)
  boxes.add({ label: item, x: page.margin + card.padding, y: top + 0.5, parent: form })
  form.end()
  label.end()
  row.add(
    pdf.struct('LBody', () => {
      pdf.font(fonts.sans, itemStyle.size).fillColor(colors.ink).text(item, itemX, top, { width: itemWidth, lineGap: itemStyle.lineGap })
    }),
  )
  row.end()
  pdf.y += card.itemGap
}

function sectionHeight(pdf: Pdf, section: ChecklistText['sections'][number]): number {
  const title = pdf.font(fonts.serif, titleStyle.size).heightOfString(section.title, { width: itemWidth })
  pdf.font(fonts.sans, itemStyle.size)
  const items = section.items.map((item) => pdf.heightOfString(item, { width: itemWidth, lineGap: itemStyle.lineGap }) + card.itemGap)
  const list = items.reduce((sum, height) => sum + height, 0) - card.itemGap
  return 2 * card.padding - 4 + title + titleStyle.gap + list
}

function drawClosing({ pdf, root }: Sheet, text: ChecklistText): void {
  const width = contentWidth - 2 * card.padding
  const closing = pdf.font(fonts.serif, 12.5).heightOfString(text.closing, { width, lineGap: 3 })
  const disclaimer = pdf.font(fonts.sans, 9).heightOfString(text.disclaimer, { width: contentWidth, lineGap: 1.5 })
  const height = closing + 2 * card.padding
  makeRoom(pdf, height + 14 + disclaimer)
  const top = pdf.y
  decorate(pdf, () => pdf.roundedRect(page.margin, top, contentWidth, height, 12).fill(colors.amberSoft))
  root.add(
    pdf.struct('P', () => {
      pdf.font(fonts.serif, 12.5).fillColor(colors.ink).text(text.closing, page.margin + card.padding, top + card.padding - 1, { width, lineGap: 3 })
    }),
  )
  root.add(
    pdf.struct('P', () => {
      pdf.font(fonts.sans, 9).fillColor(colors.inkSoft).text(text.disclaimer, page.margin, top + height + 14, { width: contentWidth, lineGap: 1.5 })
    }),
  )
}

/** Begins a new page when `height` does not fit on this one. */
function makeRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height > page.height - page.bottom) addPage(pdf)
}
