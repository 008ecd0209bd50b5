/** Whom a bought program is for: its buyer, its buyer once their earlier one to the same number has ended, or somebody else. */
export const programsFor = ['self', 'self_later', 'gift'] as const
export type ProgramFor = (typeof programsFor)[number]
