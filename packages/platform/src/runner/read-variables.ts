/** Reads one variable's text; throws an error that says what it must be. */
type Parse<Value> = (text: string) => Value

export const text: Parse<string> = (value) => value
export const list: Parse<string[]> = (value) =>
  value.split(',').flatMap((part) => (part.trim() ? [part.trim()] : []))
export const url: Parse<string> = (value) => (URL.canParse(value) ? value : expected('an absolute URL'))

/** PostgreSQL's client takes a user without a host too: that is a socket, and no URL. */
export const databaseUrl: Parse<string> = (value) => {
  url(value.replace('@/', '@localhost/'))
  return value
}

export const flag: Parse<boolean> = (value) =>
  /^(true|1|t|false|0|f)$/i.test(value) ? /^(true|1|t)$/i.test(value) : expected('true or false')

export const count: Parse<number> = (value) =>
  /^\d{1,10}$/.test(value) ? Number(value) : expected('a whole number')

/** Reads a count of which none at all would leave nothing that works. */
export const countAboveZero: Parse<number> = (value) => count(value) || expected('above 0')

/** Reads seconds, written as a number or as Go writes durations: `1s`, `1m30s`, `500ms`. */
export const parseSeconds: Parse<number> = (value) => {
  if (/^\d{1,10}$/.test(value)) return Number(value)
  if (!/^(\d+(\.\d+)?(ms|h|m|s))+$/.test(value)) expected('a duration such as 1m30s')
  const units: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 0.001 }
  const parts = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)]
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ''] ?? 0), 0)
}

export function expected(what: string): never {
  throw new Error(what)
}

type Table = Readonly<Record<string, readonly [Parse<unknown>, string]>>
type Values<T extends Table> = { [Key in keyof T]?: ReturnType<T[Key][0]> }

/**
 * Returns `read`, which reads a table of settings by their variables, without those nobody gave,
 * and `check`, which throws all that is wrong.
 */
export function readerOf(env: Readonly<Record<string, string | undefined>>) {
  const problems: string[] = []
  const read = <T extends Table>(table: T): Values<T> => {
    const values: Record<string, unknown> = {}
    for (const [key, [parse, name]] of Object.entries(table)) {
      try {
        if (env[name]) values[key] = parse(env[name])
      } catch (error) {
        // The value stays out of it: it may be secret.
        problems.push(`  ${name} must be ${error instanceof Error ? error.message : 'another'}`)
      }
    }
    return values as Values<T>
  }
  const check = () => {
    if (problems.length > 0) throw new Error(`Bad configuration:\n${problems.join('\n')}`)
  }
  return { read, check }
}
