import { expect, test } from 'vitest'
import {
  hasPermission,
  metadataRoles,
  type StaffPermission,
  type StaffRole,
  staffPermissions,
  staffRoleOf,
  staffRoles,
} from './roles.ts'

test.each<[StaffRole, StaffPermission[]]>([
  ['owner', [...staffPermissions]],
  ['assistant', ['desk', 'figures', 'people', 'messages', 'money']],
  ['technician', ['desk', 'figures', 'technics']],
])('the %s may do this and nothing else', (role, needs) => {
  expect(staffPermissions.filter((need) => hasPermission(role, need))).toEqual(needs)
})

test('a role is what the account says, to the letter', () => {
  expect(staffRoles.map((role) => staffRoleOf(metadataRoles[role]))).toEqual([...staffRoles])
  for (const other of [null, undefined, '', 'owner', 'ADMIN', 'Assistant', ['admin'], {}]) {
    expect(staffRoleOf(other)).toBeNull()
  }
})
