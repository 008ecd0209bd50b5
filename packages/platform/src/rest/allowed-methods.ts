import type { FastifyInstance, FastifyReply } from 'fastify'
import { badMethod } from './rest-errors.ts'
import type { Routine, Table } from './schema/read-schemas.ts'

/** The bits of `pg_relation_is_updatable`. */
const writablePrivileges = { update: 4, insert: 8, delete: 16 } as const

/** The methods that make sense for a table or view; whether somebody may is another question. */
export function allowedMethodsOf({ writable, primaryKey }: Table): string {
  const mayInsert = (writable & writablePrivileges.insert) !== 0
  const mayUpdate = (writable & writablePrivileges.update) !== 0
  return [
    'OPTIONS,GET,HEAD',
    ...(mayInsert ? ['POST'] : []),
    ...(mayInsert && mayUpdate && primaryKey.length > 0 ? ['PUT'] : []),
    ...(mayUpdate ? ['PATCH'] : []),
    ...(writable & writablePrivileges.delete ? ['DELETE'] : []),
  ].join(',')
}

/** The same of a function: what may change something is not called by GET. */
export function allowedCallMethodsOf({ volatile }: Routine): string {
  return volatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
}

export function sendAllowed(reply: FastifyReply, allow: string): FastifyReply {
  return reply.code(200).header('allow', allow).send()
}

/** Refuses the method that reaches us and that nothing here has an answer to. */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.route({
    method: ['TRACE'],
    url: '/:table',
    handler: async ({ method }) => {
      throw badMethod(method, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    },
  })
}
