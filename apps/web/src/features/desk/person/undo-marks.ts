import type { MarkPersonRequest, MarkPersonResponse } from '@app/contracts/desk/person'

/**
 * Returns the request that undoes a change of marks unless somebody has changed the same again, and
 * leaves other changes alone; null for a change that cannot be undone.
 */
export function undoMarks(
  { status, nextContactOn, addTag, removeTag }: MarkPersonRequest,
  { before, after }: MarkPersonResponse,
): MarkPersonRequest | null {
  const undo: MarkPersonRequest = {
    ...(status !== undefined && { status: before.status, expected: { status: after.status } }),
    ...(nextContactOn !== undefined && {
      nextContactOn: before.nextContactOn,
      expected: { nextContactOn: after.nextContactOn },
    }),
    ...(addTag !== undefined && !before.tags.includes(addTag) && { removeTag: addTag }),
    ...(removeTag !== undefined && before.tags.includes(removeTag) && { addTag: removeTag }),
  }
  return Object.keys(undo).length > 0 ? undo : null
}
