import { expect, test } from 'vitest'
import {
  may,
  metadataRoles,
  type StaffNeed,
  type StaffRole,
  staffNeeds,
  staffRoleOf,
  staffRoles,
} from './roles.ts'

test.each<[StaffRole, StaffNeed[]]>([
  ['owner', [...staffNeeds]],
  ['assistant', ['desk', 'figures', 'people', 'messages', 'money']],
  ['technician', ['desk', 'figures', 'technics']],
])('the %s may do this and nothing else', (role, needs) => {
  expect(staffNeeds.filter((need) => may(role, need))).toEqual(needs)
})

test('a role is what the account says, to the letter', () => {
  expect(staffRoles.map((role) => staffRoleOf(metadataRoles[role]))).toEqual([...staffRoles])
  for (const other of [null, undefined, '', 'owner', 'ADMIN', 'Assistant', ['admin'], {}]) {
    expect(staffRoleOf(other)).toBeNull()
  }
})
