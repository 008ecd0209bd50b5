import { compile } from '@fastify/proxy-addr'
import { z } from 'zod'
import { address, port, text } from './environment.ts'

export const httpSchema = z
  .object({
    PORT: port.default(3000),
    HOST: text.optional(),
    SITE_URL: address.optional(),
    API_PREFIX: z
      .string()
      .regex(/^(\/[a-z0-9-]+)*$|^\/$/, 'must be a path such as /api, or / for none')
      .default('/api'),
    API_URL: address.optional(),
    TRUST_PROXY: text
      .refine(isTrustable, 'must be 0, 1, or addresses and ranges such as loopback,10.0.0.0/8')
      .optional(),
    PROXY_SECRET: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  })
  .superRefine((env, context) => {
    if (env.API_PREFIX !== '/' || env.API_URL) return
    context.addIssue({
      code: 'custom',
      path: ['API_URL'],
      message: 'is required with API_PREFIX=/, or no page knows where the API is',
    })
  })
  .transform(
    (env): HttpSettings => ({
      port: env.PORT,
      host: env.HOST ?? null,
      siteUrl: env.SITE_URL ?? `http://localhost:${env.PORT}`,
      apiPrefix: env.API_PREFIX === '/' ? '' : env.API_PREFIX,
      apiUrl: env.API_URL ?? null,
      trustProxy: trustProxy(env.TRUST_PROXY),
      proxySecret: env.PROXY_SECRET ?? null,
    }),
  )

export type HttpSettings = {
  port: number
  host: string | null
  siteUrl: string
  /** Empty when the API is served on its own host; the pages are then served elsewhere. */
  apiPrefix: string
  /**
   * The place where pages call the API when that is another host than theirs; null when they call
   * their own.
   */
  apiUrl: string | null
  /** The proxies whose X-Forwarded-For is trusted: all, none, or a list of addresses and ranges. */
  trustProxy: boolean | string[]
  /** The value of X-Proxy-Secret without which X-Forwarded-* is not believed; null asks for none. */
  proxySecret: string | null
}

function trustProxy(value = '0'): HttpSettings['trustProxy'] {
  if (value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  return value.split(',').map((range) => range.trim())
}

function isTrustable(value: string): boolean {
  const trusted = trustProxy(value)
  try {
    if (typeof trusted !== 'boolean') compile(trusted)
    return true
  } catch {
    return false
  }
}
