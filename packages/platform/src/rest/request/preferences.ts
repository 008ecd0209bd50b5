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

const allowed: Readonly<Record<string, readonly string[]>> = {
  return: ['minimal', 'headers-only', 'representation'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  tx: ['commit', 'rollback'],
}

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
    return: (known.get('return') ?? null) as Preferences['return'],
    resolution: (known.get('resolution') ?? null) as Preferences['resolution'],
    missing: (known.get('missing') ?? null) as Preferences['missing'],
    count: (known.get('count') ?? null) as Preferences['count'],
    handling: (known.get('handling') ?? null) as Preferences['handling'],
    maxAffected: maxAffected !== undefined && known.get('handling') === 'strict' ? Number(maxAffected) : null,
    tx: mayEnd ? ((known.get('tx') ?? null) as Preferences['tx']) : null,
    applied: [...known]
      .filter(([name]) => name !== 'tx' || mayEnd)
      .map(([name, value]) => `${name}=${value}`),
  }
}

function isKnown(name: string, value: string): boolean {
  if (name === 'max-affected') return /^\d{1,9}$/.test(value)
  return Object.hasOwn(allowed, name) && (allowed[name]?.includes(value) ?? false)
}
