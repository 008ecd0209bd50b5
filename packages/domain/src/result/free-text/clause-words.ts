/** A word and the number of its clause. */
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
 * Splits a text into lower-case Cyrillic words, with Russian letters for Kazakh ones. Punctuation
 * and words like «но» and «а» end a clause.
 */
export function splitIntoClauseWords(text: string): ClauseWord[] {
  // Preparing the patterns would cost the result's first frame milliseconds.
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

/** Words that do not cancel a denial. */
const fillerWords =
  '(?:(?:и|у|меня|мне|пока|никогда|вообще|совсем|точно|тоже|также|слава|богу|никаких|никакой) )*'
const absence = '(?:нет|не было|не бывает|не бывало)'

/** Matches all words of a clause before or after the sign. */
const denial = new RegExp(`^${fillerWords}(?:${absence} ${fillerWords})+$`)

/** Words that make a denial doubtful: «раньше не было», «почти нет», «без таблеток не могу». */
const doubtWords =
  /(?:^| )(?:раньше|прежде|ранее|до этого|вроде|кажется|наверн|возможн|может|если|чтобы|ли |разве|почти|сильно|очень|постоянно|всегда|часто|кажд|иногда|редко|знаю|уверен)/
const otherDenial = /(?:^| )(?:не|нет|ни|никак|нельзя|невозможно|трудно|тяжело|сложно|плохо) /

/** The genitive, which «нет» and «без» deny. «Сил нет обмороки» denies nothing. */
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
/** «Давление в норме» denies, but «в норме на таблетках» does not. */
const fineAnswer =
  /^(?:(?:у|меня|все|всегда|сейчас|обычно|тоже|пока|полностью) )*(?:в норме|в порядке|нормальн\S*|хорош\S*|отличн\S*) /

/** Returns true when the words from `first` to `end` are denied within their clause. */
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

/** Returns true when the words are about another person: «мама принимает метформин». */
export function isAboutRelative(words: readonly ClauseWord[], first: number, end: number): boolean {
  const { before, found, after } = clauseAround(words, first, end)
  const all = words.map(({ text }) => `${text} `).join('')
  if (/(?:^| )(?:меня|мне|я) (?:тоже|также)|(?:^| )(?:тоже|также|и) (?:у меня|я|мне) /.test(all)) return false
  if (/(?:^| )(?:я|меня|мне|мы|нас|сам|сама) /.test(before + found + after)) return false
  // Grief is the reader's own: «умерла мама депрессия».
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
