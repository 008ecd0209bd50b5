import { z } from 'zod'

/** `GET /api/`: this is the product's API. */
export const apiRootSchema = z.object({ status: z.literal('API is running') })

/** `GET /api/health`: the process answers. */
export const healthSchema = z.object({ status: z.literal('ok') })

/** `GET /api/ready`: the database and the jobs answer, too. Anything less is a refusal. */
export const readySchema = z.object({ status: z.literal('ready') })
