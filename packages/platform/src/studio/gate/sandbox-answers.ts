import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Gives every page that the services answer an origin of its own, in which it may run and knows nobody. A function, a file or a row
 * may hold a page of a stranger's making; in Studio's own origin it could ask what Studio may ask.
 */
export function sandboxAnswers(app: FastifyInstance, isStudio: (request: FastifyRequest) => boolean): void {
  app.addHook('onSend', async (request, reply) => {
    // A sandbox shows no PDF, and a PDF runs nothing.
    const type = reply.getHeader('content-type')
    if (isStudio(request) || String(type ?? '').startsWith('application/pdf')) return
    const own = reply.getHeader('content-security-policy')
    reply.header('content-security-policy', own === undefined ? policy : `${own}, ${policy}`)
  })
}

const policy = 'sandbox allow-downloads allow-forms allow-popups allow-scripts'
