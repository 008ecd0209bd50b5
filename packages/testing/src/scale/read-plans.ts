import {
  CompiledQuery,
  createQueryId,
  type Kysely,
  type KyselyPlugin,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely'

type Plan = { 'Node Type': string; 'Relation Name'?: string; Schema?: string; Plans?: Plan[] }

/** Does the work, and answers which tables the plans of its statements read from end to end. */
export async function readWholeTables<Tables>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string[]> {
  const statements: RootOperationNode[] = []
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(noting))
  const found: string[] = []
  for (const statement of statements) found.push(...(await explain(db, statement)).flatMap(wholeTables))
  return [...new Set(found)].sort()
}

async function explain<Tables>(db: Kysely<Tables>, statement: RootOperationNode): Promise<Plan[]> {
  const { sql, parameters } = new PostgresQueryCompiler().compileQuery(statement, createQueryId())
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    CompiledQuery.raw(`explain (verbose, format json) ${sql}`, [...parameters]),
  )
  return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan))
}

function wholeTables(plan: Plan): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [`${plan.Schema}.${plan['Relation Name']}`] : []
  return [...own, ...(plan.Plans ?? []).flatMap(wholeTables)]
}
