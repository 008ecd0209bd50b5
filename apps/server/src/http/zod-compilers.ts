import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type { z } from 'zod'

export { validatorCompiler } from 'fastify-type-provider-zod'

/**
 * Writes an answer through its schema, so that a field the schema does not name never leaves.
 * Parsing rather than encoding, because our schemas normalize on the way in and have no way back.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  return (data) => {
    const reading = schema.safeParse(data)
    if (!reading.success) throw new ResponseSerializationError(method, url, { cause: reading.error })
    return JSON.stringify(reading.data)
  }
}
