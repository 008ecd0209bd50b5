import { isDenied, type ToldWord, toldWords } from './told-words.ts'

/**
 * What a person may tell in their own words («Другое») that a doctor should hear before anybody gives advice. It is looked for
 * as it is written, not understood: a sign too many costs a word with a doctor, a missed one may cost more.
 */
const toldSigns = [
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

/** Up to three words between two that belong together: «болит иногда и в груди», not «сердце не болит». */
const near = ' (?:(?:\\S+ ){0,2}(?!(?:не|ни|нет|без) )\\S+ )?'
const chest = 'груд(?!\\S* вскарм|ью корм|нич)\\S*|серд?ц\\S*'
const hurts =
  'бол(?:и|ь|е|ю|я)\\S*|бал[ия]т|да[вж]\\S*|жж\\S*|жга?\\S*|сжима\\S*|сдавл\\S*|кол[ие]\\S*|покалыв\\S*|щем\\S*|ноет|печет|тяжест\\S*|прихват\\S*'
const limb = 'рук\\S*|ног\\S*|лиц\\S*|половин\\S*|сторон\\S*|губ\\S*'
const outlet =
  'кал\\S*|стул\\S*|моч\\S*|рвот\\S*|мокрот\\S*|слюн\\S*|выделен\\S*|кашл\\S*|нос[аоу]\\S*|десн\\S*|десен|горл\\S*'
const yellow = 'ж[ео]лте\\S*|пож[ео]лте\\S*|ж[ео]лт(?!ок|к)\\S*'
const skin = 'кож\\S*|глаз\\S*|белк\\S*|склер\\S*'
const wish = 'хо(?:чу|чется)'

/**
 * Read in what `toldWords` makes of a text, from a word's beginning on. Usual slips of spelling are among them («отдышка»,
 * «обмарок»), and a few Kazakh words, in the letters of a Russian keyboard.
 */
const patterns: Readonly<Record<ToldSign, RegExp>> = {
  chestPain: either(
    `(?:${hurts})${near}(?:${chest})`,
    `(?:${chest})${near}(?:${hurts})`,
    'сердечн\\S* (?:приступ|бол)',
    'стенокард',
    '(?:микро)?инф(?:ар|ра)кт',
    'кеуде\\S* ауыр',
    'журе\\S* ауыр',
  ),
  breathlessness: either(
    '(?:о|а|от)дышк',
    'задыха',
    'не ?хватает воздуха',
    'воздуха не ?хвата',
    'нехватк\\S* воздуха',
    '(?:трудно|тяжело|нечем) дыш',
    'дыш\\S* (?:трудно|тяжело|нечем)',
    'не могу (?:дыш|вдохн|вздохн|надыш)',
    'ентиг',
  ),
  stroke: either(
    '(?:микро|пред)?инсуль?т',
    'п[ао]рали[чз]',
    'перекос\\S*',
    `(?:онемел|онемен|неме[ею]|отнял|отнима|слабость в|не чувствую)\\S*${near}(?:${limb})`,
    `(?:${limb})${near}(?:онемел|неме[ею]|отнял|отнима)`,
    `реч\\S*${near}(?:наруш|пута|невнят|пропа)`,
    `наруш\\S*${near}реч`,
    'язык заплета',
  ),
  fainting: either(
    '(?:пред)?[оа]бм[оа]р[оа][кч]',
    `(?:теря|потер|утра)\\S*${near}с[оа]знан`,
    `с[оа]знан\\S*${near}(?:теря|потер|утра|пропад|отключа)`,
    'без с[оа]знан',
    'отключ(?:аюсь|алась|ался|илась|ился)',
    'эпилепс',
    'есинен тан',
    'талып',
  ),
  despair: either(
    'су[ие]цид',
    'сам[оа]уби',
    `не ?${wish}${near}жить`,
    `жить${near}(?:не ?${wish}|незачем|надоело)`,
    '(?:устала?|незачем|надоело|нет сил) жить',
    `${wish}${near}(?:умереть|сдохнуть)`,
    `(?:умереть|сдохнуть)${near}${wish}`,
    'лучше (?:бы )?(?:умереть|сдохнуть)',
    'мысл\\S* о смерти',
    '(?:убить|режу|резать) себя',
    'режусь',
    'повеси(?:ться|юсь)',
    'поконч(?:ить|у) с',
    'нет смысла жить',
    'олгим кел',
  ),
  bleeding: either(
    'кровотеч',
    'кровит',
    'кровото',
    'кровав',
    'кровян(?!\\S* давл)',
    'кровохарк',
    'кр[оа]вь',
    'кр[оа]вью',
    'кровю',
    'кров ',
    `крови${near}(?:${outlet})`,
    `(?:${outlet})${near}крови`,
    '(?:следы|капли|сгустки) крови',
    'черный (?:стул|кал)',
  ),
  jaundice: either(
    'ж[ео]лтух',
    `(?:${yellow})${near}(?:${skin})`,
    `(?:${skin})${near}(?:${yellow})`,
    'саргай',
  ),
  weightLoss: either(
    `(?:худею|похудел\\S*|вес (?:уходит|падает)|теряю вес)${near}(?:без|сам|резк|быстро|не пойму)`,
    `(?:резк|быстр|без причин)\\S*${near}(?:худе|похуде|теря\\S* вес|потер\\S* вес|вес уходит|вес падает)`,
  ),
  fever: either('т[еи]мп[еи]р[аие]?тур', 'лихорад'),
  eatingDisorder: either(
    'ан[оа]рекси',
    'б[уо]лими',
    'рпп ',
    'компульсивн',
    'расстройств\\S* пищев',
    `вызываю${near}рвоту`,
    'рвоту вызываю',
    'приступ\\S* (?:переед|обжор)',
  ),
  pregnancy: either(
    'б[еи]р[еи]м[еи]н',
    'жд(?:у|ем) (?:ребенка|малыша)',
    'в положении(?! (?:леж|сид|сто))',
    'жукти',
    'екикабат',
  ),
  nursing: either('к[оа]рм(?:лю|ящ)', 'лактаци', 'гв ', 'груд\\S* (?:вскарм|корм)', 'емизе'),
  illness: either(
    'ди[ао]бет',
    'инсулин(?!орез)',
    'поч(?:к|еч)',
    'печен(?:ь|и|ью) ',
    'гепатит',
    'цирроз',
    'онк[оа]лог',
    'рак(?:а|ом|у)? ',
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
    'таблеток',
    'препарат',
  ),
  minor: either(
    'мне (?:всего |только |сейчас |еще |скоро )?(?:1[0-7]|[5-9]) (?:лет|год|$)',
    '(?:я )?несовершеннолетн',
    'я (?:школьни|подрост)',
  ),
}

/** The signs that somebody's own words name, in the order of `toldSigns`. What is denied outright («не беременна», «обмороков нет») is not named. */
export function readSigns(text: string): ToldSign[] {
  const words = toldWords(text)
  return toldSigns.filter((sign) => isTold(words, patterns[sign]))
}

/** Every beginning is looked at by itself: in «не болит, давит в груди» what is denied stands around what is told. */
function isTold(words: readonly ToldWord[], pattern: RegExp): boolean {
  return words.some((_, first) => {
    const rest = words.slice(first).map(({ text }) => `${text} `)
    const [found] = pattern.exec(rest.join('')) ?? []
    return found !== undefined && !isDenied(words, first, first + found.trimEnd().split(' ').length)
  })
}

function either(...wordings: string[]): RegExp {
  return new RegExp(`^(?:${wordings.join('|')})`, 'u')
}
