/** Parts several values in a cell, as Google's address book writes them. */
const several = ' ::: '

/** Reads the cards of a phone's address book (vCard 2.1 to 4.0) as a table: its first row names the columns. */
export function* vcardRows(text: string): Generator<string[]> {
  yield ['FN', 'TEL', 'EMAIL']
  let card: Card | null = null
  for (const { name, value } of properties(text)) {
    if (name === 'BEGIN') card = { name: '', parts: '', phones: [], emails: [] }
    else if (name === 'END') {
      if (card) yield [card.name || card.parts, card.phones.join(several), card.emails.join(several)]
      card = null
    } else if (!card) continue
    else if (name === 'FN') card.name ||= plain(value)
    else if (name === 'N') card.parts = nameOfParts(value)
    else if (name === 'TEL') card.phones.push(plain(value))
    else if (name === 'EMAIL') card.emails.push(plain(value))
  }
}

type Card = { name: string; parts: string; phones: string[]; emails: string[] }

function* properties(text: string): Generator<{ name: string; value: string }> {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    // A line that begins with a space goes on with the one before.
    .replace(/\n[ \t]/g, '')
    .split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    let line = lines[at] ?? ''
    const isQuoted = /^[^:]*QUOTED-PRINTABLE/i.test(line)
    while (isQuoted && line.endsWith('=') && at + 1 < lines.length) {
      at += 1
      line = line.slice(0, -1) + lines[at]
    }
    const [, name = '', value = ''] = /^(?:[\w-]+\.)?([A-Za-z]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    yield { name: name.toUpperCase(), value: (isQuoted ? fromQuoted(value) : value).trim() }
  }
}

/** Old phones write each byte of a letter as `=D0`. */
function fromQuoted(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('%', '%25').replace(/=([0-9a-f]{2})/gi, '%$1'))
  } catch {
    return value
  }
}

/** `N` holds the family name first, then the given one. */
function nameOfParts(value: string): string {
  const [family = '', given = ''] = value.replaceAll('\\;', ' ').split(';').map(plain)
  return `${given} ${family}`.trim()
}

const plain = (value: string) =>
  value
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim()
