import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limiter } from './limiter.ts'

export type LimitAddresses = ReturnType<typeof createAddressLimit>

/** An `onRequest` hook that refuses an address which calls too often, and says when it may call again. */
export function createAddressLimit(limiter: Limiter, refuse: (retryAfterSeconds: number) => Error) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const turn = await limiter.take(addressGroup(request.ip))
    if (turn.ok) return
    reply.header('retry-after', turn.retryAfterSeconds)
    throw refuse(turn.retryAfterSeconds)
  }
}

/** An IPv6 /64 counts as one address, because one subscriber has all of it. */
export function addressGroup(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
