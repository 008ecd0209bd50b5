/**
 * Whom a bought program is for: its buyer, its buyer once their earlier one to the same number has ended, its buyer who seems to have
 * paid twice, or somebody else.
 */
export const programsFor = ['self', 'self_later', 'self_twice', 'gift'] as const
export type ProgramFor = (typeof programsFor)[number]

/** What is known of an ordered program's reader; `waits`: another program to that number goes first, which only the owner may be told. */
export type ProgramReader = { programFor: ProgramFor; waits: boolean }
