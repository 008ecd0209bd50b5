const names = new Intl.DisplayNames('ru', { type: 'language', fallback: 'code' })

/** «казахский» for `kk`; what browsers send without its being a language stays as it is. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
