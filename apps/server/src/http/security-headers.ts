import plugin from 'fastify-plugin'

export type SecurityOptions = {
  /** Origins besides our own that pages may call (sign-in and data, analytics, location lookup). */
  connectTo: readonly string[]
  /** Hashes of the scripts that stand in the pages themselves, as `script-src` takes them. */
  inlineScripts: readonly string[]
  /** Enables HSTS, for a site with HTTPS. */
  strictTransport: boolean
}

/**
 * Headers of every answer. Styles may be inline, because components position themselves by style
 * attributes and elements; scripts may not, but for those whose hashes the build's own pages name.
 */
export const securityHeaders = plugin<SecurityOptions>(
  async (app, options) => {
    const headers = {
      'content-security-policy': contentSecurityPolicy(options),
      // The same however a page was opened: where a reload changes it, Chromium drops the state of
      // the history's entry (docs/decisions/web.md).
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...(options.strictTransport && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    }
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
  },
  { name: 'security-headers' },
)

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
