import { plainLetters } from '../letters.ts'

const latinLookalikes: Record<string, string> = {
  ...{
    a: 'а',
    b: 'в',
    c: 'с',
    e: 'е',
    h: 'н',
    i: 'и',
    k: 'к',
    m: 'м',
    o: 'о',
    p: 'р',
    t: 'т',
    x: 'х',
    y: 'у',
  },
}

/**
 * Normalizes a text for comparison: lower case, no punctuation, no repeated letters, Russian
 * letters for Kazakh ones, and Cyrillic letters for Latin lookalikes («Cтоп»).
 */
export function normalizeCommandText(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ`]/g, '')
    .replace(/(?<![\p{L}\p{N}])-|-(?![\p{L}\p{N}])|[^\p{L}\p{N}-]/gu, ' ')
    .trim()
  const words = plain.split(/ +/).map(normalizeWord)
  // Joins spaced letters: «С Т О П».
  return words.join(words.length > 3 && words.every(({ length }) => length === 1) ? '' : ' ')
}

function normalizeWord(word: string): string {
  const isCyrillic = /\p{Script=Cyrillic}/u.test(word)
  return word
    .replace(/./gu, (letter) => {
      const cyrillic = isCyrillic ? (plainLetters[letter] ?? latinLookalikes[letter]) : undefined
      return cyrillic ?? letter
    })
    .replace(/(\p{L})\1+/gu, '$1')
}
