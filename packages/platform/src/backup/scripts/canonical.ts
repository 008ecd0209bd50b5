const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+|[\w$\u0080-\uffff]+|[\s\S]/g
const simple = /^"([a-z_][a-z0-9_$]*)"$/

/** How a statement begins, written one way: words in lower case, names without needless quotes, single spaces, no comments. */
export function canonical(statement: string, length = 2_000): string {
  let text = ''
  for (const [part] of statement.slice(0, length).matchAll(parts)) {
    if (/^(--|\/\*)/.test(part)) continue
    if (/^\s/.test(part)) text += text.endsWith(' ') ? '' : ' '
    else if (part.startsWith('"')) text += simple.exec(part)?.[1] ?? part
    else text += part.startsWith("'") ? part : part.toLowerCase()
  }
  return text.trim()
}

const name = String.raw`(?:"(?:[^"]|"")+"|[\w$\u0080-\uffff]+)`
const target = new RegExp(
  String.raw`^\s*(?:copy|insert\s+into)\s+(${name}(?:\s*\.\s*${name})?)\s*(?:\(\s*(${name}(?:\s*,\s*${name})*)\s*\))?`,
  'i',
)

/** The table that COPY or INSERT writes to and the columns that are named, as they stand there; null for anything else. */
export function readTarget(statement: string): { table: string; columns: string[] | null } | null {
  const found = target.exec(statement)
  if (!found?.[1]) return null
  return { table: found[1], columns: found[2]?.match(new RegExp(name, 'g')) ?? null }
}
