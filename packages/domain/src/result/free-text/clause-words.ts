/** A word as it is looked for, and which clause of the text it stands in. */
export type ClauseWord = { text: string; clause: number }

/** Letters that look alike on a Latin keyboard, and those of Kazakh that a Russian one lacks. */
const lookalikeLetters: Readonly<Record<string, string>> = {
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
 * Splits what somebody typed into words: small Cyrillic letters without marks, Kazakh ones as a
 * Russian keyboard has them. A clause ends at every sign but a hyphen within a word, and before
 * «но», «а» and their like.
 */
export function splitIntoClauseWords(text: string): ClauseWord[] {
  // Most tell nothing, and to get these patterns ready for that costs the first frame of their result milliseconds.
  if (text === '') return []
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/./gu, (letter) => lookalikeLetters[letter] ?? letter)
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

/** Words that do not lift a denial. */
const fillerWords =
  '(?:(?:и|у|меня|мне|пока|никогда|вообще|совсем|точно|тоже|также|слава|богу|никаких|никакой) )*'
const absence = '(?:нет|не было|не бывает|не бывало)'

/** All that stands before the sign in its clause, or all that stands after it. */
const denial = new RegExp(`^${fillerWords}(?:${absence} ${fillerWords})+$`)

/** «Раньше не было одышки» means that there is now, «почти нет» that there is some, and «без таблеток не могу» that they are taken. */
const doubtWords =
  /(?:^| )(?:раньше|прежде|ранее|до этого|вроде|кажется|наверн|возможн|может|если|чтобы|ли |разве|почти|сильно|очень|постоянно|всегда|часто|кажд|иногда|редко|знаю|уверен)/
const otherDenial = /(?:^| )(?:не|нет|ни|никак|нельзя|невозможно|трудно|тяжело|сложно|плохо) /

/**
 * What «нет» and «без» may deny: a noun in the genitive. «Сил нет обмороки» and «нет беременна» deny nothing, nor does «нет почки»
 * deny an illness.
 */
const genitiveEnding =
  /(?:[иы]х?|[ое]в|[еи]й|ения|потерь|таблеток|лекарств|судорог|(?:инсульт|инфаркт|обморок|диабет|гепатит|рак|паралич)а)$/
const neverGenitive = /(?:обмороки|почки|(?:^|[^о]|(?:^|[^в])о|(?:^|[^р])во)ты)$/

/**
 * Verbs that a denial of what they govern is said with: «не принимаю лекарства», «таблетки не
 * пью».
 */
const denies =
  'принима\\S*|пью|пил[аи]?|употребля\\S*|использую|болею|болел[аи]?|страда\\S*|жалуюсь|чувствую|ощущаю|замечаю|имею|планирую|сижу|вызыва\\S*|перенос\\S*'
const deniedBefore = new RegExp(
  `(?:^| )(?:(?:не|ни) (?:(?:${denies}) (?:(?:от|с|на|о|у|ни) )?(?:(?:никак\\S*|такие|эти) )?)?|(?:нет|не было) (?:никаких )?(?:проблем|жалоб|болезней|заболеваний) (?:с|со|на|по) )$`,
)
const deniedAfter = new RegExp(
  `^(?:(?:я|тоже|вообще|никогда|пока|меня) )*(?:не (?:${denies}|беспоко\\S*|муча\\S*|повыша\\S*|поднима\\S*|скачет) |проблем (?:нет|не было) |емес|жок )`,
)
/**
 * «Давление в норме», unless more is said of it: «в норме на таблетках» names the tablets by
 * themselves.
 */
const fineAnswer =
  /^(?:(?:у|меня|все|всегда|сейчас|обычно|тоже|пока|полностью) )*(?:в норме|в порядке|нормальн\S*|хорош\S*|отличн\S*) /

/**
 * Tells whether the words from `first` up to `end` are denied outright, word by word and within
 * their own clause.
 */
export function isDenied(words: readonly ClauseWord[], first: number, end: number): boolean {
  const start = words[first]
  if (!start || words[end - 1]?.clause !== start.clause) return false
  const { before, found, after } = clauseAround(words, first, end)
  const all = before + found + after
  if (fineAnswer.test(after) && !/(?:^| )(?:не|если|почти|раньше) /.test(all)) return true
  if (doubtWords.test(all)) return false
  if (deniedBefore.test(before) || deniedAfter.test(after)) return true

  if (!genitiveEnding.test(start.text) || neverGenitive.test(start.text)) return false
  if (/(?:^| )без $/.test(before)) return !otherDenial.test(before + after)
  return denial.test(before) || denial.test(after)
}

const relatives =
  'мам[аыеу]|мать|матери|пап[аыеу]|отец|отца|отцу|муж|мужа|мужу|жен[аыеу]|сын|сына|сыну|доч(?:ь|ка|ери|ки|ке)|баб(?:ушка|ушки|ушке)|дед|деда|дедушк[аи]|брат|брата|брату|сестр[аыеу]|подруг[аиу]|друг|друга|тет[яи]|дяд[яи]|свекров[ьи]|тещ[аиу]|невестк[аи]|внук|внучк[аи]|родител\\S*|реб[её]н(?:ок|ка|ку)|дет(?:и|ей)|родственни\\S*|анам\\S*|акем\\S*|куйеу\\S*|балам\\S*|ажем\\S*'
const linkingVerbs =
  'принима\\S*|пьет|пьют|пил[аи]?|бол(?:еет|ел|ела|еют)|страда(?:ет|ют|л|ла)|лечит|лечится|перенесл?а?|был[аои]?|есть|давно|сейчас|много|лет|с|от|на|со|сахарный|высокое'
const relativeBefore = new RegExp(`(?:^| )(?:${relatives}) (?:(?:${linkingVerbs}) )*$`)
const relativeAfter = new RegExp(
  `^(?:(?:сейчас|был[аои]?|есть|для|принимает|пьет|у) )+(?:мо(?:ей|его|их) )?(?:${relatives}) `,
)

/**
 * Tells whether the words from `first` up to `end` are said of a relative or a friend: «мама
 * принимает метформин». Nobody else is meant where the reader is named beside them.
 */
export function isAboutRelative(words: readonly ClauseWord[], first: number, end: number): boolean {
  const { before, found, after } = clauseAround(words, first, end)
  const all = words.map(({ text }) => `${text} `).join('')
  if (/(?:^| )(?:меня|мне|я) (?:тоже|также)|(?:^| )(?:тоже|также|и) (?:у меня|я|мне) /.test(all)) return false
  if (/(?:^| )(?:я|меня|мне|мы|нас|сам|сама) /.test(before + found + after)) return false
  // «Умерла мама депрессия»: grief is the reader's own.
  if (/умер|смерт|потер|развод|ушел/.test(before)) return false
  return relativeBefore.test(before) || relativeAfter.test(after)
}

function clauseAround(words: readonly ClauseWord[], first: number, end: number) {
  const clause = words[first]?.clause
  const within = (from: number, to: number) =>
    words
      .slice(from, to)
      .filter((word) => word.clause === clause)
      .map(({ text }) => `${text} `)
      .join('')
  return { before: within(0, first), found: within(first, end), after: within(end, words.length) }
}
