import { isRecord } from '@app/domain/is-record'
import type { FastifyInstance } from 'fastify'

/**
 * Renames the field `deed` of a request to `action`, because desk tabs opened before 27 November
 * 2026 still send it. The release after this one removes it.
 */
export function acceptLegacyDeedField(desk: FastifyInstance): void {
  desk.addHook('preValidation', async ({ body }) => {
    if (!isRecord(body) || typeof body.deed !== 'string' || body.action !== undefined) return
    body.action = body.deed
    delete body.deed
  })
}
