import type { Environment } from './environment.ts'
import { isLocalAddress, isLocalHost } from './local-address.ts'

/** The variables of outside services, and the value for the real service. */
const outside = { MAIL: 'smtp', PAYMENTS: 'robokassa', WHATSAPP: 'cloud' } as const

export type Decision = {
  production: boolean
  /** The variables that suggest production. */
  signs: readonly string[]
}

/**
 * A sandbox shows all mails to everybody, so it needs SANDBOX=1 or an environment without any sign
 * of production. NODE_ENV does not matter.
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
