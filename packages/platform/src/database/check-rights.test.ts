import { describe, expect, it } from 'vitest'
import { missingRights } from './check-rights.ts'

const everything = {
  can_create_roles: true,
  can_grant_bypass: true,
  can_create_schemas: true,
  missing_roles: ['anon', 'authenticated', 'service_role'],
  unreachable_roles: [],
}

describe('what a database user still needs', () => {
  it('is nothing when they may make roles and schemas', () => {
    expect(missingRights(everything)).toEqual([])
  })

  it('is nothing when the roles are there and they may act as them', () => {
    const granted = { ...everything, can_create_roles: false, can_grant_bypass: false, missing_roles: [] }
    expect(missingRights(granted)).toEqual([])
  })

  it('is named one by one', () => {
    const plain = {
      ...everything,
      can_create_roles: false,
      can_grant_bypass: false,
      can_create_schemas: false,
    }
    expect(missingRights(plain).map((right) => right.split(' ')[0]?.replace(',', ''))).toEqual([
      'CREATE',
      'CREATEROLE',
      'BYPASSRLS',
    ])
    const outsider = {
      ...everything,
      can_create_roles: false,
      missing_roles: [],
      unreachable_roles: ['anon'],
    }
    expect(missingRights(outsider)).toEqual(['membership in anon, to act as them'])
  })
})
