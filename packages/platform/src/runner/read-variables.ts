/** Reads variables by name and collects everything that is wrong with them, to be told together. */
export class Variables {
  readonly #env: Readonly<Record<string, string | undefined>>
  readonly #problems: string[] = []

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env
  }

  text(name: string): string | undefined {
    return this.#env[name] || undefined
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (/^(true|1|t)$/i.test(text)) return true
    if (/^(false|0|f)$/i.test(text)) return false
    return this.#refuse(name, 'true or false')
  }

  count(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return /^\d{1,10}$/.test(text) ? Number(text) : this.#refuse(name, 'a whole number')
  }

  /** A count of which none at all would leave nothing that works. */
  countAboveZero(name: string): number | undefined {
    const count = this.count(name)
    return count === 0 ? this.#refuse(name, 'above 0') : count
  }

  /** Seconds, written as a number or as Go writes durations: `1s`, `1m30s`, `500ms`. */
  seconds(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (/^\d{1,10}$/.test(text)) return Number(text)
    if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(text)) return this.#refuse(name, 'a duration such as 1m30s')
    const units: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }
    const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0)
  }

  list(name: string): string[] | undefined {
    return this.text(name)
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }

  /** The variables that are set and whose names match. */
  matching(pattern: RegExp): RegExpExecArray[] {
    return Object.keys(this.#env)
      .map((name) => pattern.exec(name))
      .filter((match) => match !== null)
  }

  /** Names a variable whose value does not hold, for a rule of the caller's own. */
  refuse(name: string, expected: string): void {
    this.#refuse(name, expected)
  }

  /** Throws one error that names every variable that was wrong. Values stay out of it: they may be secret. */
  check(): void {
    if (this.#problems.length > 0) throw new Error(`Bad configuration:\n${this.#problems.join('\n')}`)
  }

  #refuse(name: string, expected: string): undefined {
    this.#problems.push(`  ${name} must be ${expected}`)
    return undefined
  }
}

/** Whether PostgreSQL's client takes it. A user without a host is for it a socket, which is no URL. */
export function isDatabaseUrl(url: string): boolean {
  return URL.canParse(url.replace('@/', '@localhost/'))
}

/** The object without the settings nobody gave, so that defaults stay. */
export function given<Values extends object>(
  values: Values,
): { [Key in keyof Values]?: NonNullable<Values[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Values]?: NonNullable<Values[Key]>
  }
}
