import type { FastifyPluginAsync } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { userNotFound, validationFailed } from '../auth-errors.ts'
import { adminFactorRoutes } from '../factors/admin-factor-routes.ts'
import { isUuid, Params, parseEmail } from '../params.ts'
import { adminPasskeyRoutes } from '../passkeys/passkey-routes.ts'
import { parsePhone } from '../phone/parse-phone.ts'
import { allowedRedirect } from '../redirect.ts'
import { originOf, redirectOf } from '../requests.ts'
import { requireAdmin } from '../sessions/caller.ts'
import { type User, userBody } from '../users/user-body.ts'
import { findUser } from '../users/user-repository.ts'
import { createUser, deleteUser, listUsers, updateUserAsAdmin } from './admin-users.ts'
import { generateLink } from './generate-link.ts'

type Paging = { page?: string; per_page?: string; filter?: string; sort?: string }

/** Managing accounts, for holders of the secret key. */
export const adminRoutes: FastifyPluginAsync<AuthContext> = async (app, context) => {
  app.addHook('onRequest', (request) => requireAdmin(context, request))

  app.post('/users', async (request) => userBody(await createUser(context, readAccount(request.body))))

  app.post('/generate_link', async (request) => {
    const params = new Params(request.body)
    const asked = params.optionalString('redirect_to')
    return generateLink(context, {
      type: params.string('type'),
      email: parseEmail(params.string('email')),
      newEmail: params.string('new_email'),
      password: params.string('password'),
      data: params.object('data') ?? {},
      redirectTo: asked ? allowedRedirect(context.settings, asked) : redirectOf(context, request),
      origin: originOf(request),
    })
  })

  adminPasskeyRoutes(app, context)
  adminFactorRoutes(app, context, (id) => getUser(context, id))

  app.get<{ Querystring: Paging }>('/users', async (request, reply) => {
    const page = parseCount('page', request.query.page, 1)
    const perPage = parseCount('per_page', request.query.per_page, 50)
    const { users, total } = await listUsers(context.db, {
      page,
      perPage,
      filter: request.query.filter ?? '',
      oldestFirst: request.query.sort === 'created_at asc',
    })
    const lastPage = Math.max(1, Math.ceil(total / perPage))
    const link = (to: number, rel: string) =>
      `<${context.settings.externalUrl}/auth/v1/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
    reply.header('x-total-count', String(total))
    reply.header(
      'link',
      [...(page < lastPage ? [link(page + 1, 'next')] : []), link(lastPage, 'last')].join(', '),
    )
    return { users: users.map(userBody), aud: 'authenticated' }
  })

  app.get<{ Params: { id: string } }>('/users/:id', async (request) =>
    userBody(await getUser(context, request.params.id)),
  )

  app.put<{ Params: { id: string } }>('/users/:id', async (request) => {
    const user = await getUser(context, request.params.id)
    return userBody(await updateUserAsAdmin(context, user, readAccount(request.body)))
  })

  app.delete<{ Params: { id: string } }>('/users/:id', async (request) => {
    const user = await getUser(context, request.params.id)
    await deleteUser(context.db, user, {
      softly: new Params(request.body).boolean('should_soft_delete', false),
    })
    return {}
  })
}

function readAccount(body: unknown) {
  const params = new Params(body)
  const email = params.string('email')
  const phone = params.string('phone')
  return {
    id: params.string('id'),
    email: email ? parseEmail(email) : null,
    phone: phone ? parsePhone(phone) : '',
    password: params.optionalString('password'),
    passwordHash: params.optionalString('password_hash'),
    emailConfirm: params.boolean('email_confirm', false),
    phoneConfirm: params.boolean('phone_confirm', false),
    userMetadata: params.object('user_metadata'),
    appMetadata: params.object('app_metadata'),
    role: params.string('role'),
    banDuration: params.string('ban_duration'),
  }
}

async function getUser({ db }: AuthContext, id: string): Promise<User> {
  if (!isUuid(id)) throw validationFailed('user_id must be an UUID', 404)
  const user = await findUser(db, id)
  if (!user) throw userNotFound()
  return user
}

function parseCount(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 1_000_000) {
    throw validationFailed(`Bad Pagination Parameters: ${name} must be a positive number`)
  }
  return count
}
