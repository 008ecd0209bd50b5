import type { PersonRow } from '@app/contracts/desk/people'
import { shownProgramState } from '@app/domain/desk/people'

/**
 * Finds the program of a person that stands, or is stopped by its number: their own, or one that
 * they gave; null for none.
 */
export function findStalledProgram({ program, gifts }: Pick<PersonRow, 'program' | 'gifts'>) {
  const shown = program && shownProgramState(program)
  if (program && (shown === 'stands' || shown === 'stopped')) {
    return { day: program.day, isGift: false, isStopped: program.stopped }
  }
  if (gifts.stand + gifts.stopped === 0) return null
  return { day: 0, isGift: true, isStopped: gifts.stand === 0 }
}
