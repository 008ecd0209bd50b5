import { s3Refusal } from './s3-errors.ts'

export type XmlValue = string | number | boolean | null | undefined | XmlNode | readonly XmlValue[]
export type XmlNode = { [name: string]: XmlValue }

const namespace = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'

/** Writes a document: a list repeats its element, nothing leaves it out. */
export function writeXml(root: XmlNode): string {
  const [[name, value] = ['', null]] = Object.entries(root)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${name === 'Error' ? '' : namespace}>${inner(value)}</${name}>`
}

function inner(value: XmlValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return escaped(String(value))
  return Object.entries(value)
    .map(([name, one]) => element(name, one))
    .join('')
}

function element(name: string, value: XmlValue): string {
  if (value === undefined || value === null) return ''
  if (isList(value)) return value.map((one) => element(name, one)).join('')
  return `<${name}>${inner(value)}</${name}>`
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value)
}

/** What XML 1.0 cannot hold at all becomes a question mark. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

/**
 * The elements of one name in what S3's clients send, each as the texts of what is in it. It knows no entities but the five, no
 * references and no nesting deeper than that, so that nothing in it can grow.
 */
export function readElements(xml: string, name: string): Map<string, string>[] {
  return xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => {
      const end = rest.indexOf(`</${name}>`)
      if (end < 0) throw s3Refusal('MalformedXML', 'The XML you provided was not well-formed')
      return new Map(
        [...rest.slice(0, end).matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, one = '', text = '']) => [
          one,
          unescaped(text),
        ]),
      )
    })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi,
    (whole, hex, decimal, name) => {
      if (name) return entities[String(name).toLowerCase()] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '?'
    },
  )
}
