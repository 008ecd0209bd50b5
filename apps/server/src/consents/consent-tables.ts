import type { ConsentAction, ConsentKind } from '@app/domain/consents/consent'
import type { Generated } from 'kysely'

declare module '../services/tables.ts' {
  interface ProductTables {
    consents: ConsentRow
  }
}

type ConsentRow = {
  id: Generated<string>
  lead_id: string | null
  user_id: string | null
  kind: ConsentKind
  act: Generated<ConsentAction>
  version: string
  text_sha256: string
  accepted_at: Generated<Date>
  ip: string | null
  source: string
}
