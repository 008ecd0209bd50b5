import { createHash, timingSafeEqual } from 'node:crypto'
import type { RobokassaHash } from '@app/domain/payments/robokassa-hash'

/** The settings of a shop, as its owner enters them at Robokassa. */
export type SandboxShop = {
  name: string
  merchantLogin: string
  password1: string
  password2: string
  hash: RobokassaHash
  resultUrl: string
  successUrl: string
  failUrl: string
}

export function signWith({ hash }: SandboxShop, payload: string): string {
  return createHash(hash).update(payload, 'utf8').digest('hex')
}

export function isSignedWith(shop: SandboxShop, payload: string, signature: string): boolean {
  const expected = Buffer.from(signWith(shop, payload))
  const received = Buffer.from(signature.toLowerCase())
  return expected.length === received.length && timingSafeEqual(expected, received)
}
