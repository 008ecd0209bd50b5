import { RestError } from '../rest-errors.ts'

/** The client's `Prefer` header. */
export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  count: 'exact' | 'planned' | 'estimated' | null
  handling: 'strict' | 'lenient' | null
  maxAffected: number | null
  /** The way the transaction is to end; null leaves that to the server. */
  tx: 'commit' | 'rollback' | null
  /** The time zone that instants are shown in. */
  timezone: string | null
  /** The understood preferences by name. */
  understood: ReadonlyMap<string, string>
}

/** The kind of request, which decides the valid preferences. */
export type Action = 'read' | 'insert' | 'update' | 'put' | 'delete' | 'call'

const common = ['count', 'tx', 'handling', 'timezone']
const meant: Readonly<Record<Action, readonly string[]>> = {
  read: common,
  insert: ['resolution', 'missing', 'return', ...common],
  update: ['missing', 'return', ...common, 'max-affected'],
  put: ['return', ...common],
  delete: ['return', ...common, 'max-affected'],
  call: [...common, 'max-affected'],
}

/** Returns the value of `Preference-Applied`, in the order PostgREST names it; null for none. */
export function appliedPreferences(action: Action, { understood, handling }: Preferences): string | null {
  if (understood.size === 0) return null
  const applied = meant[action].filter(
    (name) => understood.has(name) && (name !== 'max-affected' || handling === 'strict'),
  )
  return applied.map((name) => `${name}=${understood.get(name)}`).join(', ') || null
}

const allowed = {
  return: ['minimal', 'headers-only', 'representation'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
} as const

/** Reads a `Prefer` header; `mayEnd` says whether it may choose how the transaction ends. What is not understood is ignored, unless `handling=strict` forbids that. */
export function parsePreferences(header: string | undefined, { mayEnd }: { mayEnd: boolean }): Preferences {
  const wishes = (header ?? '')
    .split(',')
    .map((wish) => wish.trim())
    .filter((wish) => wish !== '')
  const known = new Map<string, string>()
  const unknown: string[] = []
  for (const wish of wishes) {
    const [name = '', value = ''] = wish.split('=', 2)
    if (!isKnown(name, value)) unknown.push(wish)
    else if (!known.has(name)) known.set(name, value)
  }
  if (known.get('handling') === 'strict' && unknown.length > 0) {
    throw new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ').slice(0, 200)}`,
    })
  }
  if (!mayEnd) known.delete('tx')
  const maxAffected = known.get('max-affected')
  return {
    return: chooseValue(allowed.return, known.get('return')),
    resolution: chooseValue(allowed.resolution, known.get('resolution')),
    missing: chooseValue(allowed.missing, known.get('missing')),
    count: chooseValue(allowed.count, known.get('count')),
    handling: chooseValue(allowed.handling, known.get('handling')),
    maxAffected: maxAffected !== undefined && known.get('handling') === 'strict' ? Number(maxAffected) : null,
    tx: mayEnd ? chooseValue(allowed.tx, known.get('tx')) : null,
    timezone: known.get('timezone') ?? null,
    understood: known,
  }
}

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  if (name === 'timezone') return isTimeZone(value)
  return Object.entries(allowed).some(
    ([known, values]) => known === name && values.some((one) => one === value),
  )
}

/**
 * Returns true when it is a name of the time zone database, which PostgreSQL has, too; an offset is
 * none.
 */
function isTimeZone(name: string): boolean {
  if (!/^[a-z][\w+/-]{0,62}$/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function chooseValue<Value extends string>(
  values: readonly Value[],
  given: string | undefined,
): Value | null {
  return values.find((value) => value === given) ?? null
}
