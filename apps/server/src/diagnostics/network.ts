import { Resolver } from 'node:dns/promises'

/** DNS lookups. A missing name is an empty list; an unavailable resolver throws. */
export type Network = {
  addressesOf: (host: string) => Promise<readonly string[]>
  /** Each record as one text. */
  textsOf: (name: string) => Promise<readonly string[]>
}

const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the system's resolvers, or those given as `address:port`. */
export function createNetwork(servers?: readonly string[]): Network {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (servers) resolver.setServers([...servers])
  return {
    addressesOf: async (host) => {
      const found = await Promise.all([
        emptyIfNotFound(resolver.resolve4(host)),
        emptyIfNotFound(resolver.resolve6(host)),
      ])
      return found.flat()
    },
    textsOf: async (name) =>
      (await emptyIfNotFound(resolver.resolveTxt(name))).map((parts) => parts.join('')),
  }
}

async function emptyIfNotFound<Found>(question: Promise<Found[]>): Promise<Found[]> {
  return question.catch((error: NodeJS.ErrnoException) => {
    if (notFoundCodes.has(error.code ?? '')) return []
    throw error
  })
}
