import { z } from 'zod'

/** `GET /api/`: this is the product's API. */
export const apiRootSchema = z.object({ status: z.literal('API is running') })

/** `GET /api/health`: the process answers. */
export const healthSchema = z.object({ status: z.literal('ok') })

/** `GET /api/ready`: the database and the jobs answer, too. Anything less is a refusal. */
export const readySchema = z.object({ status: z.literal('ready') })

/** `GET /api/forwarding`: how this very request arrived, to see whether TRUST_PROXY fits the proxy. */
export const forwardingSchema = z.object({
  /** X-Forwarded-For: whether it came along, and whether it came from somebody who is believed. */
  forwarded: z.enum(['absent', 'believed', 'ignored']),
  /** Whose the request is taken to be; limits count by it. */
  address: z.string(),
  protocol: z.string(),
  host: z.string(),
})
