import type { PersonRow } from '@app/contracts/desk/people'
import { shownProgramState } from '@app/domain/desk/people'

/**
 * Returns what stands of somebody's, or is stopped by its number: their own program, or one that
 * they gave; null where nothing does.
 */
export function whatStands({ program, gifts }: Pick<PersonRow, 'program' | 'gifts'>) {
  const shown = program && shownProgramState(program)
  if (program && (shown === 'stands' || shown === 'stopped')) {
    return { day: program.day, isGift: false, isStopped: program.stopped }
  }
  if (gifts.stand + gifts.stopped === 0) return null
  return { day: 0, isGift: true, isStopped: gifts.stand === 0 }
}
