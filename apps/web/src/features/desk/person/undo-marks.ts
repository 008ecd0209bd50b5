import type { MarkPersonRequest, Marks } from '@app/contracts/desk/person'

/** What takes a change of marks back, and leaves alone what somebody else changed; null for what cannot be taken back. */
export function undoMarks(
  { status, nextContactOn, addTag, removeTag }: MarkPersonRequest,
  was: Marks,
): MarkPersonRequest | null {
  const undo: MarkPersonRequest = {
    ...(status !== undefined && { status: was.status }),
    ...(nextContactOn !== undefined && { nextContactOn: was.nextContactOn }),
    ...(addTag !== undefined && !was.tags.includes(addTag) && { removeTag: addTag }),
    ...(removeTag !== undefined && was.tags.includes(removeTag) && { addTag: removeTag }),
  }
  return Object.keys(undo).length > 0 ? undo : null
}
