/** A column of a table or view that a view shows as it is, by numbers of PostgreSQL's. */
export type ShownColumn = { column: number; ofTable: number; ofColumn: number }

/**
 * Parses PostgreSQL's rule tree for the columns that a view shows unchanged: `({QUERY … :targetList
 * ({TARGETENTRY … :resno 1 … :resorigtbl 16400 :resorigcol 2 …} …) …})`. Inner queries are ignored.
 */
export function readShownColumns(tree: string): ShownColumn[] {
  return entriesOf(tree).flatMap((entry) => {
    const [column, ofTable, ofColumn] = ['resno', 'resorigtbl', 'resorigcol'].map((name) =>
      Number(new RegExp(` :${name} (\\d+)`).exec(entry)?.[1] ?? 0),
    )
    return column && ofTable && ofColumn ? [{ column, ofTable, ofColumn }] : []
  })
}

/** The target entries of the query itself, each without the nodes in it. */
function entriesOf(tree: string): string[] {
  const entries: string[] = []
  let depth = 0
  let entry: string | null = null
  for (const [token] of tree.matchAll(/\\.|[{}]|[^\\{}]+/gs)) {
    if (token === '{') depth++
    else if (token === '}') {
      depth--
      if (depth === 1 && entry !== null) entries.push(entry)
      if (depth === 1) entry = null
    } else if (depth === 2) {
      if (entry !== null) entry += token
      else if (token.startsWith('TARGETENTRY')) entry = token
    }
  }
  return entries
}
