import { Resolver } from 'node:dns/promises'

/** What is asked of the names of the Internet. No answer is none; a resolver that is away throws. */
export type Network = {
  addressesOf: (host: string) => Promise<readonly string[]>
  /** Each record as one text. */
  textsOf: (name: string) => Promise<readonly string[]>
}

const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the system's resolvers, or those given as `address:port`. */
export function openNetwork(servers?: readonly string[]): Network {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers([...servers])
  return {
    addressesOf: async (host) => {
      const found = await Promise.all([orNone(resolver.resolve4(host)), orNone(resolver.resolve6(host))])
      return found.flat()
    },
    textsOf: async (name) => (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join('')),
  }
}

async function orNone<Found>(question: Promise<Found[]>): Promise<Found[]> {
  return question.catch((error: NodeJS.ErrnoException) => {
    if (nothing.has(error.code ?? '')) return []
    throw error
  })
}
