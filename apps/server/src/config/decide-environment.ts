import type { Environment } from './environment.ts'
import { isLocalAddress, isLocalHost } from './local-address.ts'

/** What touches the outside world, by its variable, and the value that means the real thing. */
const outside = { MAIL: 'smtp', PAYMENTS: 'robokassa', WHATSAPP: 'cloud' } as const

export type Decision = {
  production: boolean
  /** What made it production though nobody said so: variables that only a site for others sets. */
  signs: readonly string[]
}

/**
 * A sandbox shows everybody's mails and sells for nothing, so it is one only where nothing speaks for visitors from
 * elsewhere, or where SANDBOX=1 says so. Everything else is production, whether NODE_ENV was remembered or not.
 */
export function decideEnvironment(env: Environment): Decision {
  if (env.SANDBOX === '1') return { production: false, signs: [] }
  if (env.NODE_ENV === 'production') return { production: true, signs: [] }
  const signs = [
    ...(env.SITE_URL && !isLocalAddress(env.SITE_URL) ? ['SITE_URL'] : []),
    ...(env.HOST && !isLocalHost(env.HOST) ? ['HOST'] : []),
    ...(env.TRUST_PROXY && !['0', 'false'].includes(env.TRUST_PROXY) ? ['TRUST_PROXY'] : []),
    ...realServices(env),
  ]
  return { production: signs.length > 0, signs }
}

/** Refuses a sandbox that is real in part by oversight: beside a real service every other is named, too. */
export function unnamedServices(env: Environment): string[] {
  const [real] = realServices(env)
  if (env.SANDBOX !== '1' || real === undefined) return []
  return Object.keys(outside)
    .filter((name) => !env[name])
    .map((name) => `${name}: must be named beside a real ${real}, be it as sandbox`)
}

function realServices(env: Environment): string[] {
  return Object.entries(outside).flatMap(([name, real]) => (env[name] === real ? [name] : []))
}
