import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'

export type Pdf = InstanceType<typeof PDFDocument>

export const colors = {
  paper: '#FBF8F1',
  card: '#FFFDF9',
  line: '#DDD8C8',
  ink: '#14342B',
  inkSoft: '#4A6259',
  meadow: '#3F7D5D',
  amber: '#F2A33A',
  amberSoft: '#FBE9C8',
  amberDeep: '#8A5208',
} as const

/** A4 and its margins in points. */
export const page = { width: 595.28, height: 841.89, margin: 48, bottom: 58 } as const
export const contentWidth = page.width - 2 * page.margin

export const fonts = { serif: 'serif', sans: 'sans', sansBold: 'sans-bold' } as const

const files: Record<keyof typeof fonts, string> = {
  serif: '@expo-google-fonts/literata/600SemiBold/Literata_600SemiBold.ttf',
  sans: '@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf',
  sansBold: '@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf',
}

const { resolve } = createRequire(import.meta.url)

/** Makes the brand's two typefaces known; only the letters that are used end up in the file. */
export function registerFonts(pdf: Pdf): void {
  for (const name of ['serif', 'sans', 'sansBold'] as const)
    pdf.registerFont(fonts[name], resolve(files[name]))
}

/** Draws something that a screen reader should pass over. */
export function decorate(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf.save()
  draw()
  pdf.restore()
  pdf.endMarkedContent()
}

/** The brand's mark, a sun over two horizons, with its left end at `x` and its upper horizon at `y`. */
export function drawLogo(pdf: Pdf, x: number, y: number, width: number): void {
  const unit = width / 29
  const at = (dx: number, dy: number) => [x + dx * unit, y + dy * unit] as const
  const [cx, cy] = at(14.5, 0)
  pdf
    .path(`M ${cx - 9.5 * unit} ${cy} a ${9.5 * unit} ${9.5 * unit} 0 0 1 ${19 * unit} 0 Z`)
    .fill(colors.amber)
  pdf
    .lineWidth(2.2 * unit)
    .lineCap('round')
    .strokeColor(colors.ink)
  pdf
    .moveTo(...at(0, 0))
    .lineTo(...at(29, 0))
    .stroke()
  pdf
    .moveTo(...at(5.5, 6))
    .bezierCurveTo(...at(10.1, 3.7), ...at(13.7, 7.4), ...at(18, 6.3))
    .bezierCurveTo(...at(20.5, 5.7), ...at(22.7, 5.1), ...at(25.5, 5.8))
    .stroke()
}
