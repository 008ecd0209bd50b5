import type { Pdf } from './pdf-brand.ts'

export const tickBoxSize = 14

type Reference = { data: Record<string, unknown>; end: (content?: Buffer) => void }
/** The parts of pdfkit that its types leave out. */
type Internals = {
  ref: (data: object) => Reference
  page: { annotations: Reference[] }
  _root: { data: { AcroForm: Reference } }
}

/** A form of tick boxes that can be ticked on screen and on paper. */
export type TickBoxes = {
  /** Adds a box to the page; `label` is what a screen reader calls it, `parent` its place in the structure. */
  add: (box: { label: string; x: number; y: number; parent: object }) => void
}

/**
 * Opens the document's form. A font has to be set already. The boxes bring their own appearance,
 * because viewers that are left to draw them disagree, and some do not print them at all.
 */
export function openTickBoxes(pdf: Pdf): TickBoxes {
  const internals = pdf as unknown as Internals
  pdf.initForm()
  const form = internals._root.data.AcroForm.data
  delete form.NeedAppearances

  const appearance = (content: string) => {
    const stream = internals.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, tickBoxSize, tickBoxSize],
      Resources: {},
    })
    stream.end(Buffer.from(content))
    return stream
  }
  const off = appearance(boxContent)
  const on = appearance(`${boxContent} ${tickContent}`)
  let count = 0

  return {
    add({ label, x, y, parent }) {
      count += 1
      const widget = {
        Subtype: 'Widget',
        FT: 'Btn',
        // Strings that are text are String objects to pdfkit; plain ones become names.
        T: new String(`item-${count}`),
        TU: new String(label),
        F: printed,
        AS: 'Off',
        V: 'Off',
        MK: {},
        AP: { N: { On: on, Off: off }, D: { On: on, Off: off } },
        structParent: parent,
      }
      pdf.annotate(x, y, tickBoxSize, tickBoxSize, widget as unknown as PDFKit.Mixins.AnnotationOption)
      const fields = form.Fields as Reference[]
      fields.push(...internals.page.annotations.slice(-1))
    },
  }
}

const printed = 4

const ink = '0.078 0.204 0.169'
const meadow = '0.247 0.490 0.365'

/** A rounded square of 14 points, in PDF's own drawing words. */
const boxContent = [
  `q 1 1 1 rg ${ink} RG 1.1 w`,
  '3.6 0.7 m 10.4 0.7 l 12 0.7 13.3 2 13.3 3.6 c 13.3 10.4 l 13.3 12 12 13.3 10.4 13.3 c',
  '3.6 13.3 l 2 13.3 0.7 12 0.7 10.4 c 0.7 3.6 l 0.7 2 2 0.7 3.6 0.7 c b Q',
].join(' ')

const tickContent = `q ${meadow} RG 1.9 w 1 J 1 j 3.6 7.1 m 6 4.5 l 10.6 10 l S Q`
