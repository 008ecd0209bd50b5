/**
 * What a person may tell in their own words («Другое») that a doctor should hear before anybody gives advice. It is looked for
 * as it is written, not understood: a sign too many costs a sentence that begins with «если», a missed one may cost more.
 */
export const toldSigns = [
  'chestPain',
  'breathlessness',
  'stroke',
  'fainting',
  'despair',
  'bleeding',
  'jaundice',
  'weightLoss',
  'fever',
  'eatingDisorder',
  'pregnancy',
  'nursing',
  'illness',
  'minor',
] as const
export type ToldSign = (typeof toldSigns)[number]

/** Up to three words between two that belong together: «болит иногда и в груди». */
const near = ' (?:\\S+ ){0,3}'
const chest = 'груд(?!\\S* вскарм|ью корм|нич)\\S*|сердц\\S*'
const hurts = 'бол(?:и|ь|е|ю)\\S*|да[вж]\\S*|жж\\S*|жга?\\S*|сжима\\S*|сдавл\\S*|кол[ие]\\S*|щем\\S*|ноет'
const limb = 'рук\\S*|ног\\S*|лиц\\S*|половин\\S*|сторон\\S*|губ\\S*'
const outlet = 'кал\\S*|стул\\S*|моч\\S*|рвот\\S*|мокрот\\S*|слюн\\S*|выделен\\S*|кашл\\S*'
const yellow = 'желте\\S*|пожелте\\S*|желт(?!ок|к)\\S*'
const skin = 'кож\\S*|глаз\\S*|белк\\S*|склер\\S*'

/** Read in text of small letters, with е for ё and single spaces; a word begins after a space. A few Kazakh words stand beside the Russian. */
const patterns: Readonly<Record<ToldSign, RegExp>> = {
  chestPain: either(
    `(?:${hurts})${near}(?:${chest})`,
    `(?:${chest})${near}(?:${hurts})`,
    'стенокард',
    'инфаркт',
    'кеуде\\S* ауыр',
  ),
  breathlessness: either(
    'одышк',
    'задыха',
    'не хватает воздуха',
    'нехватк\\S* воздуха',
    '(?:трудно|тяжело) дыш',
    'ентіг',
  ),
  stroke: either(
    'инсульт',
    'паралич',
    'парализ',
    'перекос\\S*',
    `(?:онемел|онемен|немее|отнял|слабость в)\\S*${near}(?:${limb})`,
    `(?:${limb})${near}(?:онемел|немее|отнял)`,
    `реч\\S*${near}(?:наруш|пута|невнят|пропа)`,
    `наруш\\S*${near}реч`,
  ),
  fainting: either(
    'обморо',
    'предобморо',
    `(?:теря|потер)\\S*${near}сознани`,
    'отключаюсь',
    'эпилепси',
    'есінен тан',
    'талып',
  ),
  despair: either(
    'суицид',
    'самоуби',
    'не хо(?:чу|чется) жить',
    '(?:убить|режу|резать) себя',
    'покончить с',
    'нет смысла жить',
  ),
  bleeding: either(
    'кровотеч',
    'кровит',
    'кровото',
    'кровав',
    'кровян(?!\\S* давл)',
    'кровохарк',
    'кровь',
    'кровью',
    `крови${near}(?:${outlet})`,
    `(?:${outlet})${near}крови`,
    '(?:следы|капли|сгустки) крови',
    'черный (?:стул|кал)',
  ),
  jaundice: either('желтух', `(?:${yellow})${near}(?:${skin})`, `(?:${skin})${near}(?:${yellow})`, 'сарғай'),
  weightLoss: either(
    `(?:худею|похудел\\S*|вес (?:уходит|падает)|теряю вес)${near}(?:без|сам|резк|быстро|не пойму)`,
    `(?:резк|быстр|без причин)\\S*${near}(?:худе|похуде|теря\\S* вес|потер\\S* вес|вес уходит|вес падает)`,
  ),
  fever: either('температур', 'лихорад'),
  eatingDisorder: either(
    'анорекси',
    'булими',
    'рпп ',
    'компульсивн',
    'расстройств\\S* пищев',
    'вызываю рвоту',
    'приступ\\S* (?:переед|обжор)',
  ),
  pregnancy: either('беремен', 'жду (?:ребенка|малыша)', 'жүкті', 'екіқабат'),
  nursing: either('корм(?:лю|ящ)', 'лактаци', 'гв ', 'груд\\S* (?:вскарм|корм)', 'емізе'),
  illness: either(
    'диабет',
    'инсулин(?!орез)',
    'поч(?:к|еч)',
    'печен(?:ь|и|ью) ',
    'гепатит',
    'цирроз',
    'онколог',
    'рак ',
    'опухол',
    'химиотерап',
    'гипертони',
    'давлени',
    'аритми',
    'порок сердца',
    'язв',
    'желчн',
    'подагр',
    'астм',
    'антидепресс',
    'лекарств',
    'таблетк',
    'препарат',
  ),
  minor: either('мне (?:1[0-7]|[5-9]) (?:лет|год)'),
}

/** The signs that somebody's own words name, in the order of `toldSigns`. What is denied outright («не беременна», «обмороков нет») is not named. */
export function readSigns(text: string): ToldSign[] {
  const words = ` ${text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
  return toldSigns.filter((sign) => isNamed(words, patterns[sign]))
}

function isNamed(words: string, pattern: RegExp): boolean {
  return [...words.matchAll(pattern)].some(({ index, 0: found }) => {
    const before = words.slice(0, index + 1)
    const after = words.slice(index + found.length)
    return !/ (?:не|нет|без|ни) (?:было )?$/.test(before) && !/^\S* (?:нет|не было|не бывает) /.test(after)
  })
}

function either(...wordings: string[]): RegExp {
  return new RegExp(` (?:${wordings.join('|')})`, 'gu')
}
