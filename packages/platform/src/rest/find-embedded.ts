import { ColumnBudget } from './request/column-budget.ts'
import { fitToTable } from './request/fit-to-table.ts'
import type { RestRequest } from './request/rest-request.ts'
import type { RestContext } from './rest-context.ts'
import type { Table } from './schema/read-schemas.ts'
import type { Name } from './schema/relationships.ts'
import { needsReadPlan, planRead } from './statements/plan-read.ts'

/**
 * The request fitted to the tables that it is about, with what it embeds found among those that belong to `origin`, of which
 * `table` is null when the rows are no table's. Most embed nothing, and need no plan.
 */
export async function findEmbedded(
  { cache, settings }: Pick<RestContext, 'cache' | 'settings'>,
  { origin, table }: { origin: Name; table: Table | null },
  request: RestRequest,
): Promise<RestRequest> {
  if (!needsReadPlan(request)) {
    new ColumnBudget().spend(origin, request.select)
    return table ? fitToTable(request, table) : request
  }
  const mayAggregate = settings.rest.aggregatesEnabled
  return cache.relate((related) => planRead(request, origin, related, { mayAggregate }))
}
