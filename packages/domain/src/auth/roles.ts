/** The roles of people who work with the product. */
export const staffRoles = ['owner', 'assistant', 'technician'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The permissions that staff actions and views require. */
export const staffPermissions = [
  /** The desk as such. */
  'desk',
  /** Aggregate figures, without individual people. */
  'figures',
  /** People's contacts, notes and programs. */
  'people',
  /** Answers and their consequences: categories and checklists are health data. */
  'answers',
  'messages',
  /** Orders, payments and refunds. */
  'money',
  /** Recording a refund. */
  'refunds',
  /** Exporting data. */
  'exports',
  /** Importing contacts from a file. */
  'imports',
  /** Deleting a person. */
  'erasure',
  /** Ending a person's sessions. */
  'sessions',
  /** Appointing and dismissing staff. */
  'staff',
  /** The audit log of staff actions. */
  'journal',
  /** Technical state: the panel, its probes, the API's description and failures. */
  'technics',
] as const
export type StaffPermission = (typeof staffPermissions)[number]

const permissionsByRole: Record<StaffRole, readonly StaffPermission[]> = {
  owner: staffPermissions,
  assistant: ['desk', 'figures', 'people', 'messages', 'money'],
  technician: ['desk', 'figures', 'technics'],
}

/** The values of `app_metadata.role`. The owner keeps the older name `admin`. */
export const metadataRoles = {
  owner: 'admin',
  assistant: 'assistant',
  technician: 'technician',
} as const satisfies Record<StaffRole, string>

/** Returns the staff role of an account's `app_metadata.role`; null for other users. */
export function staffRoleOf(metadataRole: unknown): StaffRole | null {
  return staffRoles.find((role) => metadataRoles[role] === metadataRole) ?? null
}

/** Returns true when the role has the permission. */
export function hasPermission(role: StaffRole, need: StaffPermission): boolean {
  return permissionsByRole[role].includes(need)
}
