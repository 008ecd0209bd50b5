import { ColumnBudget } from './request/column-budget.ts'
import { fitToTable } from './request/fit-to-table.ts'
import type { RestRequest } from './request/rest-request.ts'
import type { RestContext } from './rest-context.ts'
import type { Table } from './schema/read-schemas.ts'
import type { Name } from './schema/relationships.ts'
import { needsReadPlan, planRead } from './statements/plan-read.ts'

/**
 * Fits a request to its tables and resolves its embedded ones. `table` is null for rows without a
 * table.
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
