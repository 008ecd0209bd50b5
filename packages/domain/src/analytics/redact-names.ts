import { replaceUnlessAfter } from './replace-unless-after.ts'

/**
 * Capitalized words in technical messages. All other capitalized words inside a sentence count as
 * names.
 */
const technicalWords = new Set(
  [
    'Abort Android Any Api Array Audio Bad Bearer Blob Body Boolean Cache Canvas Chrome Chromium Class Code Component',
    'Context Cookie Data Database Date Document Edge Element Error Errors Event Exception Failed Fetch File Firefox',
    'Forbidden Form Found Frame Function Gateway Generator Headers History Http Hydration Image Index Internal Intl',
    'Invalid Iterator Java Json Kysely Linux List Location Lock Mac Many Map Math Method Minified Mobile Module Network Node',
    'Not Null Number Object Observer Opera Option Origin Page Payload Performance Postgres Process Promise Proxy Query',
    'Range React Record Reference Reflect Request Requests Response Route Router Safari Schema Script Select Selection',
    'Server Service Session Set Socket State Storage Stream String Style Supabase Suspense Symbol Syntax Table Text',
    'The Time Timeout Token Too Type Unauthorized Unavailable Undefined Unexpected Unknown Url Value Webkit Window',
    'Windows Worker',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Common given names in Latin letters, because a name at the start of a sentence looks like any
 * word.
 */
const givenNames = new RegExp(
  `^(?:${[
    'aida aidana aidar aigerim aigul aiman ainur aisulu aisha akmaral albina aleksandr aleksandra aleksey alexander',
    'alexandra alexey aliya alina alma almas almat altynai amina anar anara anastasia anastasiya andrey angelina anna',
    'anton arman artem artur aru aruzhan asel asem asiya askar aslan assel assem aygerim aygul azamat aziz bakyt bauyrzhan',
    'bolat botagoz damir dana daniyar daria darya dauren denis diana dias dilnaz dina dinara dmitriy dmitry ekaterina',
    'elena elvira erlan evgeniy evgeny evgenia galina galiya gaukhar gulim gulmira gulnar gulnara gulnaz gulshat igor',
    'indira inna irina ivan julia kairat kamila karina karlygash katya kirill kristina ksenia kseniya kuralai kymbat',
    'larisa laura leila liliya ludmila lyazzat lyudmila lyubov madina maksim maral marat margarita maria mariya marina',
    'masha maxim meruert meruyert mikhail moldir nadezhda natalia natalya nazerke nazgul nikita nikolay nurgul nurlan',
    'nursultan oksana oleg olga olzhas pavel perizat polina rauan rauza roza ruslan rustam sabina saltanat samal sanzhar',
    'sara saule sergei sergey serik sofia sofya svetlana symbat talgat tamara tatiana tatyana temirlan timur tolganay',
    'ulzhan valentina valeria vera viktor viktoria viktoriya vladimir yana yelena yerlan yulia yuliya zarina zhanar',
    'zhanara zhanna zhazira zhibek zulfiya',
  ]
    .flatMap((line) => line.split(' '))
    .join('|')})$`,
  'i',
)
const familyName = /^[A-Z][a-z]{2,}(?:ov|ova|ev|eva|yev|yeva|skiy|skaya|enko|bek|bekov|zhan|zhanov|kyzy|uly)$/

/** Matches a word of letters that is no part of a path, an identifier, a call or a tag. */
const word = /(?:[A-Za-z][a-z]+(?:-[A-Z][a-z]+)*|[A-Z]{3,})(?![\w$\\@(\]-]|\.\w|\/)/g

const withinWord = /[\w$./\\@<[#-]$/

/** Replaces whatever reads like a person's name in Latin letters. Errs to the side of taking out too much. */
export function redactNames(line: string): string {
  return replaceUnlessAfter(line, withinWord, word, (found, at) =>
    isName(found, line.slice(0, at), line.slice(at + found.length)) ? '[name]' : found,
  ).replace(/\[name\](?: \[name\])+/g, '[name]')
}

function isName(found: string, before: string, after: string): boolean {
  if (givenNames.test(found) || familyName.test(found)) return true
  if (!/^[A-Z][a-z]/.test(found) || found.split('-').some((part) => technicalWords.has(part))) return false
  // The first word of a sentence is capitalized anyway, so it counts as a name only before another
  // name or the end.
  const beginsSentence = /(?:^|[.:;!?(]\s*|\n\s*)$/.test(before)
  return beginsSentence ? !/^['’]?\w*[\s,]+[a-z\d#"'[{(<]/.test(after) : true
}
