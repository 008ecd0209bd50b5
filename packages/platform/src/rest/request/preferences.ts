import { RestError } from '../rest-errors.ts'

/** What a client asks for in `Prefer`. */
export type Preferences = {
  return: 'minimal' | 'headers-only' | 'representation' | null
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  missing: 'default' | 'null' | null
  count: 'exact' | 'planned' | 'estimated' | null
  handling: 'strict' | 'lenient' | null
  maxAffected: number | null
  /** How the transaction is to end; null leaves that to the server. */
  tx: 'commit' | 'rollback' | null
  /** What to confirm in `Preference-Applied`. */
  applied: readonly string[]
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
  const maxAffected = known.get('max-affected')
  return {
    return: chosen(allowed.return, known.get('return')),
    resolution: chosen(allowed.resolution, known.get('resolution')),
    missing: chosen(allowed.missing, known.get('missing')),
    count: chosen(allowed.count, known.get('count')),
    handling: chosen(allowed.handling, known.get('handling')),
    maxAffected: maxAffected !== undefined && known.get('handling') === 'strict' ? Number(maxAffected) : null,
    tx: mayEnd ? chosen(allowed.tx, known.get('tx')) : null,
    applied: [...known]
      .filter(([name]) => name !== 'tx' || mayEnd)
      .map(([name, value]) => `${name}=${value}`),
  }
}

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  return Object.entries(allowed).some(
    ([known, values]) => known === name && values.some((one) => one === value),
  )
}

function chosen<Value extends string>(values: readonly Value[], given: string | undefined): Value | null {
  return values.find((value) => value === given) ?? null
}
