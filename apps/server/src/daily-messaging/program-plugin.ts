import {
  changePhoneRequestSchema,
  changePhoneResponseSchema,
  programResponseSchema,
} from '@app/contracts/program'
import { checkPhone } from '@app/domain/quiz/contact'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invalidInput, unauthorized } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { adoptPurchases } from '../orders/own-orders.ts'
import { changePhone } from './change-phone.ts'
import { getProgram, type ProgramServices } from './get-program.ts'
import type { DailyServices } from './queue-due-messages.ts'

export type ProgramOptions = ProgramServices & DailyServices & { supabase: SupabaseClient }

/** Shows a signed-in user their program, and lets them say which phone it writes to. */
export const programPlugin: FastifyPluginAsyncZod<ProgramOptions> = async (app, options) => {
  app.get('/', { schema: { response: { 200: programResponseSchema } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const userId = await signedInUser(options.supabase, request.headers.authorization)
    if (!userId) throw unauthorized()
    await adoptPurchases(options.db, userId)
    return { program: await getProgram(options, userId) }
  })

  app.post(
    '/phone',
    { schema: { body: changePhoneRequestSchema, response: { 200: changePhoneResponseSchema } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const userId = await signedInUser(options.supabase, request.headers.authorization)
      if (!userId) throw unauthorized()
      const { phone } = request.body
      if (checkPhone(phone)) throw invalidInput({ phone: 'phone' })
      await adoptPurchases(options.db, userId)
      return { programs: await changePhone(options, userId, phone) }
    },
  )
}
