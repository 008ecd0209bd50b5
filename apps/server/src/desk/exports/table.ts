/** The value of a cell. Instants are shown in Almaty's time; a day is `2026-11-22`. */
export type Cell = string | number | Date | null

/** A file's table: its head, and its rows as they are asked for, a batch at a time. */
export type Table = { head: readonly string[]; batches: AsyncIterable<readonly (readonly Cell[])[]> }

/** The same table, its first rows read already. Throws what reading them throws. */
export async function prefetchFirstBatch({ head, batches }: Table): Promise<Table> {
  const rest = batches[Symbol.asyncIterator]()
  return { head, batches: resumeIteration(await rest.next(), rest) }
}

async function* resumeIteration<Rows>(
  first: IteratorResult<Rows>,
  rest: AsyncIterator<Rows>,
): AsyncGenerator<Rows> {
  for (let read = first; !read.done; read = await rest.next()) yield read.value
}
