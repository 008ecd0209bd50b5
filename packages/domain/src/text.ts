import { tidyText } from './tidy-text.ts'

/**
 * Cleans a text for storage: tidies it and removes invisible characters. PostgreSQL refuses NUL and
 * lone surrogates. The quiz's page only tidies, which is faster.
 */
export function cleanText(text: string): string {
  return dropInvisible(tidyText(text))
}

/** Signs without a width, and those that turn the direction of what follows: with them a name is written that reads as another. */
const invisibleCharacters =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g

/** A zero-width joiner with its neighbours. It is kept only inside an emoji. */
const zeroWidthJoiner =
  /(\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)?\u200d(?=(\p{Extended_Pictographic})?)/gu

/** Removes invisible characters, but keeps line breaks and emoji. */
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
