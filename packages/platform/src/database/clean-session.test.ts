import { describe, expect, it } from 'vitest'
import { isSessionSafe } from './clean-session.ts'

describe('a statement outside of a transaction', () => {
  it.each([
    ['select "id", "label" from "parcels" where "id" = $1'],
    ['select id from parcels where id in ($1, $2) and (label = $3 or not (label = $4))'],
    ['select id from parcels where exists (select from "labels") for update'],
    ['select platform.require_session($1)'],
  ])('leaves nothing: %s', (text) => expect(isSessionSafe(text)).toBe(true))

  it.each([
    ['update parcels set label = $1'],
    ['with changed as (delete from parcels returning id) select id from changed'],
    ['select * from platform.sign_in_by_code($1)'],
    ['select * from "platform"."sign_in_by_code"($1)'],
    ["select set_config('role', $1, false)"],
    ['select leave ($1)'],
    ['select leave/* it */($1)'],
    ['select "in"($1)'],
    ['select other.in($1)'],
    ['select имя($1)'],
    ['select a.platform.require_session($1)'],
    ['select id into temporary kept from parcels'],
    ['select 1; set role anon'],
  ])('may leave something: %s', (text) => expect(isSessionSafe(text)).toBe(false))
})
