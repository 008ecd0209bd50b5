import type { MarkPersonRequest, MarkPersonResponse } from '@app/contracts/desk/person'

/**
 * Returns what takes a change of marks back, as long as nobody has changed the same again, and
 * leaves alone what else somebody changed; null for what cannot be taken back.
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
