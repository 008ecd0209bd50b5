/** Who works with the product. */
export const staffRoles = ['owner', 'assistant', 'technician'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What an action or a view of the staff's needs of whoever asks for it. */
export const staffNeeds = [
  /** To be one of the staff at all. */
  'desk',
  /** Counts, in which nobody can be told from another. */
  'figures',
  /** Who people are, how they can be reached, what was written about them, their programs. */
  'people',
  /** What people answered and what follows from it: categories and checklists are about health, too. */
  'answers',
  'messages',
  /** What was ordered, paid and given back. */
  'money',
  /** To say that money was given back. */
  'refunds',
  /** To take rows out of the product. */
  'exports',
  /** To bring people in from a file. */
  'imports',
  /** To delete a person. */
  'erasure',
  /** To end the sessions of a person. */
  'sessions',
  /** To appoint and dismiss. */
  'staff',
  /** Who of the staff did what, and looked at whose answers. */
  'journal',
  /** How the machinery is: the panel, its probes, the API's description, what failed. */
  'technics',
] as const
export type StaffNeed = (typeof staffNeeds)[number]

const granted: Record<StaffRole, readonly StaffNeed[]> = {
  owner: staffNeeds,
  assistant: ['desk', 'figures', 'people', 'messages', 'money'],
  technician: ['desk', 'figures', 'technics'],
}

/** Roles as `app_metadata.role` names them; the owner is the product's first role and kept its name. */
export const metadataRoles = {
  owner: 'admin',
  assistant: 'assistant',
  technician: 'technician',
} as const satisfies Record<StaffRole, string>

/** The role that an account's `app_metadata.role` gives; null for a user like any other. */
export function staffRoleOf(metadataRole: unknown): StaffRole | null {
  return staffRoles.find((role) => metadataRoles[role] === metadataRole) ?? null
}

/** Returns true when whoever has this role may do what needs that. */
export function may(role: StaffRole, need: StaffNeed): boolean {
  return granted[role].includes(need)
}
