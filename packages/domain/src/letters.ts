/** Kazakh letters and «ё» with their replacements on a Russian keyboard. */
export const plainLetters: Record<string, string> = {
  ...{ ә: 'а', ғ: 'г', қ: 'к', ң: 'н', ө: 'о', ұ: 'у', ү: 'у', һ: 'х', і: 'и', ё: 'е' },
}

/**
 * Normalizes a name for comparison: lower case, Russian letters for Kazakh ones, no apostrophes.
 * The database's `fold_letters` does the same.
 */
export function foldLetters(text: string): string {
  return (
    text
      .normalize('NFC')
      // JavaScript and PostgreSQL lower-case these two letters differently.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(/['’‘ʼʹ′`´]/g, '')
      .replace(/[әғқңөұүһіё]/g, (letter) => plainLetters[letter] ?? letter)
      // A Latin i replaces і on keyboards that lack it.
      .replace(/(?<=[а-я])i|i(?=[а-я])/g, 'и')
  )
}

/** Puts words in the order of the Kazakh alphabet, which holds the Russian one, before Latin ones. */
export const compareWords: (one: string, other: string) => number = new Intl.Collator(['kk', 'ru']).compare
