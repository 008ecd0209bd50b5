import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allowedCallMethodsOf, sendAllowed } from './allowed-methods.ts'
import { findEmbedded } from './find-embedded.ts'
import { ambiguousFunction, functionNotFound } from './function-errors.ts'
import { createAnswerCheck, sendAnswer } from './replies.ts'
import { negotiate } from './request/negotiate.ts'
import { isTest } from './request/parse-filters.ts'
import { isEverything, isNoFilter, parseProfile, parseRequest, queryOf } from './request/parse-request.ts'
import { groupTexts, readCall } from './request/read-body.ts'
import type { RestRequest } from './request/rest-request.ts'
import type { RestContext } from './rest-context.ts'
import { badCallMethod, callAffectsUnknown } from './rest-errors.ts'
import { actAsCaller } from './run-request.ts'
import { type Given, takesBody } from './schema/choose-routine.ts'
import type { Routine } from './schema/read-schemas.ts'
import { endStep } from './server-timing.ts'
import { type Arguments, callFunction } from './statements/call-function.ts'

type FunctionRoute = { Params: { name: string } }

/** Routes that call functions: by GET with the query's parameters as arguments, by POST with the body's. */
export function functionRoutes(app: FastifyInstance, context: RestContext): void {
  app.route<FunctionRoute>({
    method: ['GET', 'HEAD'],
    url: '/rpc/:name',
    handler: async (request, reply) => {
      const schema = parseProfile(request, context.settings.rest)
      const { name } = request.params
      const named = await context.cache.findRoutinesNamed(schema, name)
      const isArgument = argumentsOf(queryOf(request), named ?? [])
      const parsed = parseRequest(request, context.settings.rest, isArgument)
      const values = groupTexts(parsed.args)
      const args: Arguments = { kind: 'texts', values }
      return call(context, request, reply, {
        name,
        parsed,
        args,
        body: args,
        given: { names: [...values.keys()], body: null },
      })
    },
  })

  app.post<FunctionRoute>('/rpc/:name', async (request, reply) => {
    const parsed = parseRequest(request, context.settings.rest)
    const given = readCall(request, parsed.columns)
    return call(context, request, reply, { name: request.params.name, parsed, ...given })
  })

  app.options<FunctionRoute>('/rpc/:name', async (request, reply) => {
    const schema = parseProfile(request, context.settings.rest)
    const { name } = request.params
    const [routine] = (await context.cache.findRoutinesNamed(schema, name)) ?? []
    if (!routine) throw functionNotFound({ schema, name, given: { names: [], body: null } }, [], [])
    return sendAllowed(reply, allowedCallMethodsOf(routine))
  })

  app.route<FunctionRoute>({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: '/rpc/:name',
    handler: async ({ method }) => {
      throw badCallMethod(method, 'OPTIONS,GET,HEAD,POST')
    },
  })
}

/**
 * Returns which parameters are arguments: those that a function has by their names, and whatever
 * cannot be anything else. One that is given plainly and tested, too, is argument and column.
 */
function argumentsOf(query: readonly (readonly [string, string])[], named: readonly Routine[]) {
  const names = new Set(named.flatMap(({ args }) => args.map(({ name }) => name)))
  const plain = new Set(query.flatMap(([key, value]) => (isTest(value) ? [] : [key])))
  return (key: string, value: string) =>
    names.has(key) ? !plain.has(key) || !isTest(value) : isNoFilter(key, value)
}

type Call = { name: string; parsed: RestRequest; given: Given; args: Arguments; body: Arguments }

async function call(
  context: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, parsed: asked, given, args, body }: Call,
): Promise<FastifyReply> {
  const { schema } = asked
  endStep(request, 'parse')
  const choice = await context.cache.findRoutine(schema, name, given)
  if (!choice) {
    const named = await context.cache.findRoutinesNamed(schema, name)
    const { routines } = await context.cache.listOffer(schema)
    throw functionNotFound(
      { schema, name, given },
      named ?? [],
      routines.map((routine) => routine.name),
    )
  }
  if (choice.outcome === 'ambiguous') throw ambiguousFunction(choice.routines)
  const { routine } = choice
  if (asked.preferences.maxAffected !== null && !routine.returnsSet) throw callAffectsUnknown()
  const origin = routine.returnsTable ?? routine
  const offer = {
    ...(await context.cache.listHandlers(origin)),
    planEnabled: context.settings.rest.planEnabled,
  }
  const accept = negotiate(asked.wishes, offer, isEverything(asked))
  const table = routine.returnsTable
    ? await context.cache.findTable(routine.returnsTable.schema, routine.returnsTable.name)
    : null
  const parsed = {
    ...(await findEmbedded(context, { origin, table: table ?? null }, asked)),
    accept,
  }
  endStep(request, 'plan')
  const answer = await actAsCaller(
    context,
    request,
    parsed,
    (trx) => callFunction(trx, routine, takesBody(routine) ? body : args, parsed),
    createAnswerCheck(parsed),
  )
  return sendAnswer(reply, answer, parsed)
}
