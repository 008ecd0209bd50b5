export type XmlElement = { name: string; text: string; children: XmlElement[] }

const maxDepth = 20
const maxElements = 1_000
const token =
  /<\?xml[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y

/**
 * Parses a small XML document without attributes and prefixes. Returns null for anything else:
 * DOCTYPE, CDATA, instructions, unknown entities, several roots.
 */
export function readXml(source: string): XmlElement | null {
  const document: XmlElement = { name: '', text: '', children: [] }
  const open = [document]
  let count = 0
  token.lastIndex = 0
  while (token.lastIndex < source.length) {
    const match = token.exec(source)
    if (!match) return null
    const [, closing, name, , selfClosing, text] = match
    const current = open.at(-1)
    if (!current) return null

    if (text !== undefined) {
      const decoded = decodeEntities(text)
      if (decoded === null || (current === document && decoded.trim() !== '')) return null
      current.text += decoded
    } else if (name !== undefined && closing) {
      if (current === document || current.name !== localName(name)) return null
      open.pop()
    } else if (name !== undefined) {
      const element = { name: localName(name), text: '', children: [] }
      current.children.push(element)
      if (++count > maxElements || open.length > maxDepth) return null
      if (!selfClosing) open.push(element)
    }
  }
  const [root, ...others] = document.children
  return root && others.length === 0 && open.length === 1 ? root : null
}

/** The text of the element at a path of names below `root`; null when it is not there. */
export function textAt(root: XmlElement, ...path: string[]): string | null {
  let element: XmlElement | undefined = root
  for (const name of path) element = element?.children.find((child) => child.name === name)
  return element ? element.text.trim() : null
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decodeEntities(text: string): string | null {
  let unknown = false
  const decoded = text.replace(/&(#x?[0-9A-Fa-f]+|\w+)?;?/g, (whole, name: string | undefined) => {
    const known = name && whole.endsWith(';') ? (entities[name] ?? fromCodePoint(name)) : null
    if (known === null) unknown = true
    return known ?? ''
  })
  return unknown ? null : decoded
}

function fromCodePoint(name: string): string | null {
  if (!name.startsWith('#')) return null
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}
