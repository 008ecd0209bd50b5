import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'
import { toBody } from './error-handler.ts'

/**
 * Makes unknown paths under this plugin's prefix a 404, and known paths asked with another method a
 * 405 that names the methods. Call before the routes are added, and before whoever collects them.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known: { method: string; matches: RegExp }[] = []
  // The site's own `/*` would answer a GET with a page.
  if (app.prefix) app.get('/*', answerUnknown)
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) known.push({ method: each, matches: toPattern(url) })
  })

  app.setNotFoundHandler(answerUnknown)

  function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = known.filter(({ matches }) => matches.test(path)).map(({ method }) => method)
    // The method is allowed, so the router refused the path itself, such as a long parameter.
    if (methods.length === 0 || methods.includes(request.method)) {
      return reply.status(404).send(toBody(new AppError('not_found')))
    }
    return reply
      .status(405)
      .header('allow', [...new Set(methods)].join(', '))
      .send(toBody(new AppError('method_not_allowed')))
  }
}

function toPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}/?$`)
}
