import type { Halfway } from '@app/domain/quiz/chapters'
import { countWithNoun, minutes } from './writing/plural.ts'
import { typesetLine } from './writing/typeset.ts'

/** The accusative, after «про». Of the body little is left at half way. */
const about = { body: 'немного про тело', emotions: 'про эмоции', habits: 'привычки' }

/** Returns the words of the card at half way: «12 из 23», and what is left. */
export function halfwayText({ answered, total, ahead, minutes: left }: Halfway) {
  const names = ahead.map((chapter) => about[chapter])
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} и ${names.at(-1)}` : names.join()
  return {
    title: typesetLine(`${answered} из ${total}`),
    text: typesetLine(`Осталось ${list}, ${countWithNoun(left, minutes)}`),
  }
}
