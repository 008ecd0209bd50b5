import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'

export type SecurityOptions = {
  /** Origins besides our own that pages may call (sign-in and data, analytics, location lookup). */
  connectTo: readonly string[]
  /** Hashes of the scripts that stand in the pages themselves, as `script-src` takes them. */
  inlineScripts: readonly string[]
  /** Tells browsers to come by https only; for a site that has it. */
  strictTransport: boolean
}

/**
 * Headers of every answer. Styles may be inline, because components position themselves by style attributes
 * and elements; scripts may not, but for those whose hashes the build's own pages name.
 */
export const securityHeaders = plugin<SecurityOptions>(
  async (app, options) => {
    const headers = {
      'content-security-policy': contentSecurityPolicy(options),
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...(options.strictTransport && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    }
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(headers)
      if (mayHaveOpener(request)) reply.header('cross-origin-opener-policy', 'same-origin')
    })
  },
  { name: 'security-headers' },
)

/** What an answer depends on, besides the address, wherever it carries these headers and may be kept. */
export const openerVary = 'sec-fetch-site'

/**
 * Whether another page may hold the window that asks. None does where a person has typed the address, or came from another app: browsers call
 * that `none` (Fetch Metadata Request Headers, `Sec-Fetch-Site`), and no page can have them say so. The policy would cost such a visitor a second process of
 * the browser, which is started once the answer is there. Who does not say counts as held.
 */
function mayHaveOpener({ headers }: FastifyRequest): boolean {
  return headers[openerVary] !== 'none'
}

function contentSecurityPolicy({ connectTo, inlineScripts }: SecurityOptions): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...inlineScripts].join(' ')}`,
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
