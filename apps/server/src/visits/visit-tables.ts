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
  /** By a token of a page, unless a lead does. */
  proven: Generated<boolean>
  token: string | null
}

declare module '../services/tables.ts' {
  interface ProductTables {
    visits: VisitsTable
  }
}
