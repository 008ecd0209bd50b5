import { normalizeCommandText } from './normalize-command-text.ts'

/** The commands that a message may contain. */
export type InboundCommand = 'stop' | 'start'

/** A doubtful message may ask to stop or mean something else, so a person has to read it. */
export type ParsedCommand = InboundCommand | 'doubtful' | null

// All words below are spelled as `normalizeCommandText` returns them: one с in «рассылка», к for қ.

/** Words that do not change the command: politeness, the person, the object. */
const fillerPhrases = matchWhole([
  'здравствуй(те)?|здрасть?те|привет|салем|саламат[а-я]*|асалаума[а-я]*|извин[а-я]+|прост[иы]те|ладно|хорошо|да|ну|ок',
  'п[оа]жалу?й?ст[ао]|пожайлуста|пжл?с?т?[ао]?|плиз|плз|прошу|очень|будьте|добры|спасибо|спс|благодарю|рахмет|ракмет',
  'хочу|желаю|хотел[аи]?|бы|можете|можно|надо|мне|меня|нам|нас|я|мы|вас|ваш[а-я]*|свои|сюда|тут|от|из|на|с|со|в|по|и|а|но|так|же',
  'эт[аиуо]|этой|этот|этого|этих|б[оа]ль?ше|вобще|никогда|уже|вс[ею]|всех|просто|наконец|реклам[а-я]*|ненужн[а-я]+|надоел[оаи]?|достали',
  'бот|мой|ничего|списк[а-я]+|смс|смск[а-я]+|письмен[а-я]+|в[оа](тс|ц)ап[а-я]*|спам[а-я]*|расылки|сообщения',
  'маган|бизге|енди|баска|бул|осы|ары|карай|хат|хатар|хатарды|номирге|отинем(ин)?|отиниш|сураймын',
  'please|pls|plz|me|this|it|the|thanks|thank|you|hi|helo|any|more|from|to|pozhalu?y?sta|bolshe|mne|menya',
])

/** Spellings and synonyms, each replaced by the one that the patterns know. */
const synonyms: readonly (readonly [RegExp, string])[] = [
  [/(?<!\S)добр(ый|ое|ого) (день|вечер|утро|времени суток|дня|утра|вечера)(?!\S)/g, 'привет'],
  [/(?<!\S)(р[ао]с[ыи]л[а-я]*|rasylk[a-z]*)(?!\S)/g, 'расылки'],
  [/(?<!\S)(с[оа]бщени[а-я]*|уведомлени[а-я]*|хабарлама[а-я]*|mesages?)(?!\S)/g, 'сообщения'],
  [/(?<!\S)не ?(надо|нада|нужн[оыа]|хочу|стоит|желаю)(?!\S)/g, 'ненадо'],
  // «Мне хватит» means «довольно».
  [/(?<!\S)(мне|нам|этого) хватит(?!\S)/g, 'достаточно'],
  [/(?<!\S)на (этот|мой|данный) номер(?!\S)/g, 'сюда'],
]

const imperatives =
  'п[ие]ш[иы](т[еи])?|пр[иы]с[ыи]ла[йи](т[еи])?|шл[иы]т[еи]|(вы|по|от)сылай(те)?|отправля[йи](т[еи])?|б[еи][сз]?п[оа]ко[йи](т[еи])?|тревожь?(те)?'
const infinitives =
  'п[ие]сать|пр[иы]с[ыи]лать|слать|(вы|по|от)сылать|отправлять|беспокоить|тревожить|получать|спамить'
const enoughWords = 'хватит|перестан(ь?те|ь)|прекр[ао]т[иы](те)?|кончай(те)?'

/** Phrases that ask to stop. Inside a longer text they are doubtful. */
const stopPhrases = [
  `не ?(${imperatives})|(не|ненадо|${enoughWords}) (${infinitives})|ненадо (расылки|сообщения)|(расылки|сообщения) ненадо|(не|ненадо) спамь?те`,
  '(?<!не )([оа]тп[ие]с(ат?ь?ся|аца|атса|ать?|ываюсь|ываемся|ыва[йи]те|к[аи])|[оа]тп[ие]ш[иые]т[еи]|отпиш(и|усь|итесь|ись))',
  '(удали(те|ть)?|убери(те)?|убрать|исключи(те|ть)?|вычеркни(те)?|снимите) (номер )?расылки|(отказ|отказываюсь|отказаться) (расылки|сообщения)',
  '((от|вы)ключи(те|ть)?|останов(и|ите|ить)|прекрат(и|ите|ить)|заканчивай(те)?) (расылки|сообщения)|(отмени(те|ть)?|отмена) расылки',
  'токтат(у|ыныз|ынызшы|ыныздар|шы|саныз|уынызды)?|догар(ыныз)?|жазба(ныз|ныздар|нызшы|шы|ндар|уынызды)|мазамды алманыз',
  'жиберме(низ|низдер|низши|ши|уинизди)?|мазалама(ныз|ныздар|шы)?|(жазбай|жибермей)[ -]ак койыныз',
  'жазылудан шыгу|жазылымнан бас тарту|(расылки|сообщения) (керек|кажет) емес',
  'unsubscribe?|unsub|stop ?al|opt[ -]?out|(do not|dont) (сообщения|mesage|text|write|send)|stop (mesaging|texting|writing|sending)',
  'ne ?(pish[iy](te)?|pr[iy]s[yi]la[yij](te)?|shlite)|otpi(ska|shite|satsya)|(hvatit|xvatit|khvatit) pisat|z?h?jazbanyz|zhazbanyz|to[qk]tat[a-z]*',
]

/** Words that ask to stop only when they stand alone. */
const standaloneStopWords = [
  'стоп|стопе|стопь|сто п|стп|ctop|stop|stp|cnjg|ыещз|хватит|прекратите|прекрати|перестаньте|перестань',
  'остановите|остановитесь|остановись|отстаньте|отстань|отвяжитесь|токта|токтаныз|токташы|to[qk]ta|hvatit|xvatit',
]

const startPhrases = [
  'старт|start|unstop|ыефке|подписаться|подписатся|подпишите|подпиши|(возобнов|верн|включ)(и|ите) (расылки|сообщения)|возобновите',
  '(снова|опять) (пишите|присылайте|шлите|получать)|(пишите|присылайте|шлите) (снова|опять)|продолжайте (писать|присылать)',
  'бастау|бастаныз|кайта жазыныз|кайта жибериниз',
]

/** Phrases that may ask to stop when they stand alone. */
const doubtfulPhrases = [
  'ненадо|не (звоните|интересно|интересует|актуально)|неинтересно|(д[оа]вольно|д[оа]статочно)( писать| присылать)?|отмена|отказ|отказываюсь',
  'удалите|удали|уберите|(удалите|уберите) меня|(керек|кажет) емес|болды|жетеди|жетер|баста|бас тартамын|жазба|cancel|quit|end',
]

/** Phrases that may ask to stop anywhere in a text. */
const complaint =
  /(?<!\S)((это|ваш) спам|в спам|спам|(за)?блокирую|пожалуюсь|жалобу|(удалите|уберите|сотрите) (мой|контакт|номер|телефон)|(надоели|достали)( (уже|вы|ваши?|своими|с))?$|(вы|меня|уже) (надоели|достали))(?!\S)/

/** «Почему не пишите?» complains of missing messages. */
const nonDeliveryComplaint = /(?<!\S)(почему|чего|зачем|давно|жду|что-то)(?!\S)/

const stopPattern = [...stopPhrases, ...standaloneStopWords].join('|')
const doubtfulStopPattern = matchWhole([stopPattern, ...doubtfulPhrases])
// A clear phrase makes a doubtful one clear: «Не надо, не пишите».
const certainStopPattern = new RegExp(
  `^(?:(?:${doubtfulPhrases.join('|')}) )*(?:${stopPattern})(?: (?:${[stopPattern, ...doubtfulPhrases].join('|')}))*$`,
)
const startPattern = matchWhole(startPhrases)
const containsStopPattern = new RegExp(`(?<!\\S)(${stopPhrases.join('|')})(?!\\S)|^(стоп|stop|токта) `)

const objectWords = new Set(['расылки', 'сообщения'])

/** No command is longer, so longer texts are not matched. */
const maxCommandLength = 120

/**
 * Parses a command from a text that contains nothing else; case, punctuation and common
 * misspellings do not matter. A longer sentence is no command: «не могу остановиться» must not
 * unsubscribe anyone.
 */
export function parseCommand(text: string): ParsedCommand {
  const folded = normalizeCommandText(text)
  const said = synonyms.reduce((result, [spelling, known]) => result.replace(spelling, known), folded)
  const words = said.split(' ')
  const readings = [
    words.filter((word) => !fillerPhrases.test(word)),
    words.filter((word) => objectWords.has(word) || !fillerPhrases.test(word)),
  ].map((kept) => kept.join(' '))
  const isWholly = (pattern: RegExp) =>
    readings.some((reading) => reading.length <= maxCommandLength && pattern.test(reading))

  if (!text.includes('?')) {
    if (isWholly(certainStopPattern)) return 'stop'
    if (isWholly(startPattern)) return 'start'
  }
  if (nonDeliveryComplaint.test(folded)) return null
  const isDoubtful =
    isWholly(doubtfulStopPattern) ||
    readings.some((reading) => containsStopPattern.test(reading)) ||
    complaint.test(folded)
  return isDoubtful ? 'doubtful' : null
}

/** Matches a text that consists only of these phrases. */
function matchWhole(sayings: readonly string[]): RegExp {
  const one = `(?:${sayings.join('|')})`
  return new RegExp(`^${one}(?: ${one})*$`)
}
