/** What the writers do, in this order: all different, so that each can be looked for. */
export type Action =
  | { kind: 'note'; id: number; text: string }
  | { kind: 'make table' | 'drop table'; name: string }
  | { kind: 'checkpoint' }

/** A round is 100 notes, short and long, around a checkpoint, a table made and one dropped. */
export function actions(rounds: number): Action[] {
  return Array.from({ length: rounds }).flatMap((_, round): Action[] => {
    const notes = (from: number): Action[] =>
      Array.from({ length: 50 }, (_, at) => {
        const id = round * 100 + from + at
        return { kind: 'note', id, text: textOf(id) }
      })
    return [
      { kind: 'make table', name: `made_${round}` },
      ...notes(0),
      { kind: 'checkpoint' },
      ...notes(50),
      ...(round > 0 ? [{ kind: 'drop table', name: `made_${round - 1}` } as const] : []),
    ]
  })
}

/** Returns the text of the note with that number; every other one fills a good part of a page. */
export function textOf(id: number): string {
  return `${id} `.repeat(id % 2 === 0 ? 4 : 300)
}
