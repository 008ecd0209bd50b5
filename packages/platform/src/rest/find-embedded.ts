import { ColumnBudget } from './request/column-budget.ts'
import type { RestRequest } from './request/parse-request.ts'
import type { RestContext } from './rest-plugin.ts'
import type { Name } from './schema/relationships.ts'
import { needsPlan, planRead } from './statements/plan-read.ts'

/** The request with what it embeds found among the tables that belong to `origin`. Most embed nothing, and stay as they are. */
export async function findEmbedded(
  { cache, settings }: Pick<RestContext, 'cache' | 'settings'>,
  origin: Name,
  request: RestRequest,
): Promise<RestRequest> {
  if (!needsPlan(request)) {
    new ColumnBudget().spend(origin, request.select)
    return request
  }
  const mayAggregate = settings.rest.aggregatesEnabled
  return cache.relate((related) => planRead(request, origin, related, { mayAggregate }))
}
