/**
 * The reader of a program: the buyer, the buyer after an earlier program, the buyer of a duplicate,
 * or another person.
 */
export const programsFor = ['self', 'self_later', 'self_twice', 'gift'] as const
export type ProgramFor = (typeof programsFor)[number]

/**
 * The known facts about a program's reader. `waits`: another program runs first, which only the
 * owner may know.
 */
export type ProgramReader = { programFor: ProgramFor; waits: boolean }
