import { programResponseSchema } from '@app/contracts/program'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { unauthorized } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { getProgram, type ProgramServices } from './get-program.ts'

export type ProgramOptions = ProgramServices & { supabase: SupabaseClient }

/** Shows a signed-in user their program. */
export const programPlugin: FastifyPluginAsyncZod<ProgramOptions> = async (app, options) => {
  app.get('/', { schema: { response: { 200: programResponseSchema } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const userId = await signedInUser(options.supabase, request.headers.authorization)
    if (!userId) throw unauthorized()
    return { program: await getProgram(options, userId) }
  })
}
