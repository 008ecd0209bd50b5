import { type RawBuilder, sql } from 'kysely'
import type { FactorRow, IdentityRow, User, UserRow } from './user-body.ts'

/** A row as JSON has it, without instants. */
type AsJson<Row> = { [Column in keyof Row]: Row[Column] extends Date | null ? string | null : Row[Column] }
export type UserParts = { identities: AsJson<IdentityRow>[]; factors: AsJson<FactorRow>[] }

/** The identities and factors of a row of `auth.users`, oldest first, to be read by the statement that reads the row. */
export const userParts = [
  partsOfUser<IdentityRow>('identities').as('identities'),
  partsOfUser<FactorRow>('mfa_factors').as('factors'),
] as const

function partsOfUser<Row>(table: 'identities' | 'mfa_factors'): RawBuilder<AsJson<Row>[]> {
  return sql`(
    select coalesce(json_agg(part order by part.created_at), '[]') from ${sql.id('auth', table)} as part
    where part.user_id = users.id)`
}

export function toUser({ identities, factors, ...row }: UserRow & UserParts): User {
  return { ...row, identities: identities.map(toIdentity), factors: factors.map(toFactor) }
}

function toIdentity(identity: AsJson<IdentityRow>): IdentityRow {
  return {
    ...identity,
    last_sign_in_at: toInstant(identity.last_sign_in_at),
    created_at: toInstant(identity.created_at),
    updated_at: toInstant(identity.updated_at),
  }
}

function toFactor(factor: AsJson<FactorRow>): FactorRow {
  return {
    ...factor,
    created_at: new Date(factor.created_at ?? 0),
    updated_at: new Date(factor.updated_at ?? 0),
    last_challenged_at: toInstant(factor.last_challenged_at),
  }
}

function toInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}
