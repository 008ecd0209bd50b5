/** Shorter parts of an address are found in good passwords, too. */
const minLocalPart = 4
const minHostName = 5

/** Returns whether a password contains an e-mail address or the part of it before the `@`, with or without what follows a plus. */
export function containsAddress(password: string, email: string): boolean {
  const text = lettersAndDigitsOf(password)
  const local = email.slice(0, email.lastIndexOf('@'))
  return [local, local.split('+')[0] ?? '']
    .map(lettersAndDigitsOf)
    .some((part) => part.length >= minLocalPart && text.includes(part))
}

/** Returns whether a password contains one of the names, however it is spelled: `yasny-den` is `yasniyden`. */
export function containsName(password: string, names: readonly string[]): boolean {
  const text = normalizeSpelling(password)
  return names.some((name) => text.includes(normalizeSpelling(name)))
}

/** Returns the names in the host of an address: `example` of `https://www.example.com`. */
export function namesInAddress(address: string): string[] {
  const { hostname } = new URL(address)
  return hostname
    .split('.')
    .slice(0, -1)
    .filter((label) => label.length >= minHostName && /[a-z]/.test(label))
}

function lettersAndDigitsOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Drops signs, reads digits that stand for letters as those, and writes `й` and `ы` with one Latin letter. */
function normalizeSpelling(text: string): string {
  const letters = lettersAndDigitsOf(text).replace(
    /[013]/g,
    (digit) => ({ 0: 'o', 1: 'i', 3: 'e' })[digit] ?? digit,
  )
  return letters.replace(/[yij]+/g, 'y')
}
