/** What a cell holds. An instant is shown by the clocks of Almaty; a day is `2026-11-22`. */
export type Cell = string | number | Date | null

/** A file's table: its head, and its rows as they are asked for, a batch at a time. */
export type Table = { head: readonly string[]; batches: AsyncIterable<readonly (readonly Cell[])[]> }

const almatyOffsetMs = 5 * 3_600_000

/** «2026-11-22 15:04», which spreadsheets take for a time whatever they are set to. */
export function almatyText(instant: Date): string {
  return new Date(instant.getTime() + almatyOffsetMs).toISOString().slice(0, 16).replace('T', ' ')
}
