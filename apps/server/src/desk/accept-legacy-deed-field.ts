import { isRecord } from '@app/domain/is-record'
import type { FastifyInstance } from 'fastify'

/**
 * A desk stands open in a tab for days. One that was opened before 27 November 2026 asks with `deed` for what is called `action` since, and
 * would tell its owner of the refusal that a person cannot be reached. To be removed with the release after this one.
 */
export function acceptLegacyDeedField(desk: FastifyInstance): void {
  desk.addHook('preValidation', async ({ body }) => {
    if (!isRecord(body) || typeof body.deed !== 'string' || body.action !== undefined) return
    body.action = body.deed
    delete body.deed
  })
}
