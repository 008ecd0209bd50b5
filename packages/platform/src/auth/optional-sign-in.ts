import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { AuthContext } from './auth-context.ts'
import type { Params } from './params.ts'
import type { SessionBody } from './sessions/sessions.ts'

/** Gets a session by a `grant_type` of `POST /token`. */
export type Grant = (context: AuthContext, params: Params, request: FastifyRequest) => Promise<SessionBody>

/** A way to sign in that auth offers only where a platform's settings name it. */
export type OptionalSignIn = {
  /** Adds its routes below `/auth/v1`. */
  routes?: (app: FastifyInstance, context: AuthContext) => Promise<void>
  grants?: Readonly<Record<string, Grant>>
  /** Its part of `GET /settings`. */
  shown?: { external?: Readonly<Record<string, boolean>>; saml_enabled?: boolean }
  /** A condition for obsolete rows, which `purgeSignIns` deletes. */
  leftovers?: Readonly<Record<string, RawBuilder<unknown>>>
}
