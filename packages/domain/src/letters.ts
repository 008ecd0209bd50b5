/** Kazakh letters and «ё» as they are written on a Russian keyboard. */
export const plainLetters: Record<string, string> = {
  ...{ ә: 'а', ғ: 'г', қ: 'к', ң: 'н', ө: 'о', ұ: 'у', ү: 'у', һ: 'х', і: 'и', ё: 'е' },
}

/**
 * A name as names are compared, however it was typed: small letters, Kazakh ones as on a Russian keyboard, no apostrophes. The
 * database's `fold_letters` does the same.
 */
export function foldLetters(text: string): string {
  return (
    text
      .normalize('NFC')
      // JavaScript and PostgreSQL write these two small in different ways.
      .replaceAll('İ', 'i')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(/['’‘ʼʹ′`´]/g, '')
      .replace(/[әғқңөұүһіё]/g, (letter) => plainLetters[letter] ?? letter)
      // A Latin i stands for і where that is not on the keyboard.
      .replace(/(?<=[а-я])i|i(?=[а-я])/g, 'и')
  )
}

/** Puts words in the order of the Kazakh alphabet, which holds the Russian one, before Latin ones. */
export const compareWords: (one: string, other: string) => number = new Intl.Collator(['kk', 'ru']).compare
