/** A word as it is looked for, and which clause of the text it stands in. */
export type ToldWord = { text: string; clause: number }

/** Letters that look alike on a Latin keyboard, and those of Kazakh that a Russian one lacks. */
const alike: Readonly<Record<string, string>> = {
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
  ...{ ё: 'е', і: 'и', ә: 'а', ғ: 'г', қ: 'к', ң: 'н', ө: 'о', ұ: 'у', ү: 'у', һ: 'х' },
}

const joinsClauses = /^(?:но|а|да|зато|однако|хотя|потому|поэтому)$/

/**
 * What somebody typed, word by word: small Cyrillic letters without marks, Kazakh ones as a Russian keyboard has them. A clause
 * ends at every sign but a hyphen within a word, and before «но», «а» and their like.
 */
export function toldWords(text: string): ToldWord[] {
  // Most tell nothing, and to get these patterns ready for that costs the first frame of their result milliseconds.
  if (text === '') return []
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/./gu, (letter) => alike[letter] ?? letter)
    .replace(/(\p{L})-(?=\p{L})/gu, '$1 ')
  let clause = 0
  return plain.split(/([^\p{L}\p{N}\s]|\n)/u).flatMap((piece) => {
    clause += 1
    return (piece.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
      if (joinsClauses.test(word)) clause += 1
      return { text: word, clause }
    })
  })
}

/** Said along with a denial, and it stays one. */
const plainly =
  '(?:(?:и|у|меня|мне|пока|никогда|вообще|совсем|точно|тоже|также|слава|богу|никаких|никакой) )*'
const absence = '(?:нет|не было|не бывает|не бывало)'

/** All that stands before the sign in its clause, or all that stands after it. */
const denial = new RegExp(`^${plainly}(?:${absence} ${plainly})+$`)

/** «Раньше не было одышки» means that there is now, «почти нет» that there is some, and «без таблеток не могу» that they are taken. */
const doubted =
  /(?:^| )(?:раньше|прежде|ранее|до этого|вроде|кажется|наверн|возможн|может|если|чтобы|ли |разве|почти|сильно|очень|постоянно|всегда|часто|кажд|иногда|редко|знаю|уверен)/
const otherDenial = /(?:^| )(?:не|нет|ни|никак|нельзя|невозможно|трудно|тяжело|сложно|плохо) /

/**
 * What «нет» and «без» may deny: a noun in the genitive. «Сил нет обмороки» and «нет беременна» deny nothing, nor does «нет почки»
 * deny an illness.
 */
const genitive =
  /(?:[иы]|[ое]в|[еи]й|ения|потерь|таблеток|лекарств|(?:инсульт|инфаркт|обморок|диабет|гепатит|рак|паралич)а)$/
const neverGenitive = /(?:обмороки|почки|ты)$/

/** Whether the words from `first` up to `end` are denied outright, word by word and within their own clause. */
export function isDenied(words: readonly ToldWord[], first: number, end: number): boolean {
  const start = words[first]
  if (!start || words[end - 1]?.clause !== start.clause) return false
  const within = (from: number, to: number) =>
    words
      .slice(from, to)
      .filter(({ clause }) => clause === start.clause)
      .map(({ text }) => `${text} `)
      .join('')
  const before = within(0, first)
  const after = within(end, words.length)
  if (doubted.test(before + within(first, end) + after)) return false
  if (/(?:^| )(?:не|ни) $/.test(before) || /^емес/.test(after)) return true

  if (!genitive.test(start.text) || neverGenitive.test(start.text)) return false
  if (/(?:^| )без $/.test(before)) return !otherDenial.test(before + after)
  return denial.test(before) || denial.test(after)
}
