export type VisitsTable = {
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
}

declare module '../services/tables.ts' {
  interface ProductTables {
    visits: VisitsTable
  }
}
