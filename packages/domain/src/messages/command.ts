/** What a person's message asks of the mailing itself. */
export type InboundCommand = 'stop' | 'start'

const words: Record<string, InboundCommand> = {
  стоп: 'stop',
  отписаться: 'stop',
  отписка: 'stop',
  отпишите: 'stop',
  'отпишите меня': 'stop',
  'хватит писать': 'stop',
  'не пишите': 'stop',
  'не пишите мне': 'stop',
  тоқта: 'stop',
  stop: 'stop',
  unsubscribe: 'stop',
  старт: 'start',
  подписаться: 'start',
  start: 'start',
}

const latinTwins: Record<string, string> = { c: 'с', o: 'о', p: 'р', t: 'т', a: 'а' }

/**
 * Whether the whole text is a request to stop or to start again, in any case and with any punctuation. A longer
 * sentence is no command: «не могу остановиться» must not unsubscribe anyone.
 */
export function parseCommand(text: string): InboundCommand | null {
  const plain = text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\s]/gu, '')
    .trim()
    .replace(/\s+/g, ' ')
  // «Cтоп» typed with a Latin C looks the same on a phone.
  const cyrillic = /[а-я]/.test(plain)
    ? plain.replace(/[copta]/g, (letter) => latinTwins[letter] ?? letter)
    : plain
  return Object.hasOwn(words, cyrillic) ? (words[cyrillic] ?? null) : null
}
