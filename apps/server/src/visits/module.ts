import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { Kysely } from 'kysely'
import type { LimitSettings } from '../config/limits.ts'
import { rateLimited } from '../http/app-error.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import type {} from './visit-tables.ts'
import { visitsPlugin } from './visits-plugin.ts'

export type VisitsNeeds = {
  db: Kysely<Tables>
  now: () => Date
  /** Signs the tokens of visits. */
  secretKey: string
  siteUrl: string
  limits: LimitSettings
  openLimiter: OpenLimiter
}

/** Records how far visitors get in the quiz, without their answers. */
export function visitsModule({
  db,
  now,
  secretKey,
  siteUrl,
  limits,
  openLimiter,
}: VisitsNeeds): ContextModule {
  return {
    routes: async (api) => {
      await api.register(visitsPlugin, {
        ...{ db, now, secretKey },
        ownHost: new URL(siteUrl).host,
        limitAddresses: createAddressLimit(openLimiter('visits', limits.visits), rateLimited),
        limitTokens: createAddressLimit(openLimiter('visits/tokens', limits.visits), rateLimited),
        begun: {
          limitAddresses: createAddressLimit(openLimiter('visits/begun', limits.visitsBegun), rateLimited),
          limitAll: openLimiter('visits/all', limits.visitsOfAll),
        },
        prefix: '/visits',
      })
    },
  }
}
