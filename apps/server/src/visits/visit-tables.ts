import type { Generated } from 'kysely'

type VisitsTable = {
  id: string
  attempt_id: string
  began_at: Date
  texts: string
  language: string | null
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  referrer: string | null
  step: number
  seconds: (number | null)[]
  finished: boolean
  /** True with a page's token. A lead proves a visit, too. */
  proven: Generated<boolean>
  token: string | null
}

declare module '../services/tables.ts' {
  interface ProductTables {
    visits: VisitsTable
  }
}
