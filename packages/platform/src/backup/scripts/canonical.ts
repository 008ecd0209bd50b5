const parts = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+|[\w$\u0080-\uffff]+|[\s\S]/g
const simple = /^"([a-z_][a-z0-9_$]*)"$/

/** A name as it stands in SQL, as a pattern. */
export const identifier = String.raw`(?:"(?:[^"]|"")+"|[\w$\u0080-\uffff]+)`

/** How a statement begins, written one way: words in lower case, names without needless quotes, single spaces, no comments. */
export function canonical(statement: string, { length = 2_000, keepsQuotes = false } = {}): string {
  let text = ''
  for (const [part] of statement.slice(0, length).matchAll(parts)) {
    if (/^(?:\s|--|\/\*)/.test(part)) text += /[ .]$/.test(text) ? '' : ' '
    else if (part === '.') text = `${text.trimEnd()}.`
    else if (part.startsWith('"')) text += keepsQuotes ? part : (simple.exec(part)?.[1] ?? part)
    else text += part.startsWith("'") ? part : part.toLowerCase()
  }
  return text.trim()
}

const target = new RegExp(
  String.raw`^\s*(?:copy|insert\s+into)\s+(${identifier}(?:\s*\.\s*${identifier})?)\s*(?:\(\s*(${identifier}(?:\s*,\s*${identifier})*)\s*\))?`,
  'i',
)

/** The table that COPY or INSERT writes to and the columns that are named, as they stand there; null for anything else. */
export function readTarget(statement: string): { table: string; columns: string[] | null } | null {
  const found = target.exec(statement)
  if (!found?.[1]) return null
  return { table: found[1], columns: found[2]?.match(new RegExp(identifier, 'g')) ?? null }
}
