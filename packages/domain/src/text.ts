import { tidyText } from './tidy-text.ts'

/**
 * Makes text safe to keep and to show: it is tidied, and what is not seen goes. PostgreSQL refuses NUL in text and lone surrogates in
 * jsonb, and neither is something a person types. The page of the quiz only tidies, which costs it less; the server does all of it.
 */
export function cleanText(text: string): string {
  return dropInvisible(tidyText(text))
}

/** Signs without a width, and those that turn the direction of what follows: with them a name is written that reads as another. */
const invisibleCharacters =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** What joins people and things to one emoji, with what it joins; elsewhere it is but one more sign that is not seen. */
const zeroWidthJoiner =
  /(\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)?\u200d(?=(\p{Extended_Pictographic})?)/gu

/** Takes from a text what nobody sees, and leaves its lines and its emoji as they are. */
export function dropInvisible(text: string): string {
  return text
    .replace(invisibleCharacters, '')
    .replace(zeroWidthJoiner, (all: string, before: string | undefined, after: string | undefined) =>
      before && after ? all : (before ?? ''),
    )
}

/**
 * Returns true when there is anything in a text to be seen; letters that fonts leave blank are not.
 */
export function hasVisibleText(text: string): boolean {
  return /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(text)
}
