import { tiynPerTenge } from '@app/domain/orders/products'
import { maxInvId } from '@app/domain/payments/inv-id'
import { robokassaHashes } from '@app/domain/payments/robokassa-hash'
import { receiptTaxes } from '@app/domain/payments/robokassa-receipt'
import { z } from 'zod'
import { address, flag, text } from './environment.ts'
import type { RobokassaSettings } from './robokassa.ts'

/** The numbers this environment may give to orders, both ends included. */
export type InvIdRange = { from: number; to: number }

type Shop =
  | {
      /** `sandbox`: the same client against the simulated provider. */
      kind: 'sandbox' | 'robokassa'
      robokassa: RobokassaSettings
    }
  /** Payments are off. The former shop, if there was one, still answers for its orders. */
  | { kind: 'off'; robokassa: RobokassaSettings | null }

export type PaymentSettings = Shop & {
  /** The invoice numbers of this environment, because several environments may share a shop. */
  invIds: InvIdRange
  /** Charged for whatever is bought, in a pilot; null charges the displayed price. */
  fixedChargeTiyn: number | null
}

const hosts = { kz: 'https://auth.robokassa.kz', ru: 'https://auth.robokassa.ru' } as const
const invId = z.coerce.number().int().min(1).max(maxInvId)

const common = {
  SITE_URL: text,
  PAYMENTS_INV_ID_FROM: invId.default(1),
  PAYMENTS_INV_ID_TO: invId.default(maxInvId),
  PAYMENT_FIXED_AMOUNT: z.coerce.number().int().min(1).max(1_000_000).optional(),
}

const shop = {
  ROBOKASSA_HOST: z
    .union([z.enum(['kz', 'ru']).transform((country) => hosts[country]), address])
    .prefault('kz'),
  ROBOKASSA_HASH: z.enum(robokassaHashes).default('sha256'),
  ROBOKASSA_TEST_MODE: flag.prefault('0'),
  ROBOKASSA_TEST_PASSWORD1: text.optional(),
  ROBOKASSA_TEST_PASSWORD2: text.optional(),
  /** The tax named in fiscal receipts; without it no receipt is sent along. */
  ROBOKASSA_RECEIPT_TAX: z.enum(receiptTaxes).optional(),
}

/** The shop's credentials. */
const passwords = {
  ROBOKASSA_MERCHANT_LOGIN: text,
  ROBOKASSA_PASSWORD1: text,
  ROBOKASSA_PASSWORD2: text,
}
const optionalPasswords = z.object(passwords).partial().shape

/** `SITE_URL` is where the sandbox's payment page is reached. */
export const paymentsSchema = z
  .discriminatedUnion('PAYMENTS', [
    z.object({ PAYMENTS: z.literal('sandbox'), ...common }),
    z.object({ PAYMENTS: z.literal('off'), ...common, ...shop, ...optionalPasswords }),
    z.object({ PAYMENTS: z.literal('robokassa'), ...common, ...shop, ...passwords }),
  ])
  .superRefine((env, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (env.PAYMENTS_INV_ID_FROM >= env.PAYMENTS_INV_ID_TO) {
      refuse('PAYMENTS_INV_ID_TO', 'must be above PAYMENTS_INV_ID_FROM')
    }
    if (env.PAYMENTS === 'sandbox') return
    if (env.PAYMENTS === 'off' && env.ROBOKASSA_MERCHANT_LOGIN) {
      if (!env.ROBOKASSA_PASSWORD1)
        refuse('ROBOKASSA_PASSWORD1', 'is required beside the login, or remove both')
      if (!env.ROBOKASSA_PASSWORD2)
        refuse('ROBOKASSA_PASSWORD2', 'is required beside the login, or remove both')
    }
    if (!env.ROBOKASSA_TEST_MODE) return
    if (!env.ROBOKASSA_TEST_PASSWORD1) refuse('ROBOKASSA_TEST_PASSWORD1', 'is required in the test mode')
    if (!env.ROBOKASSA_TEST_PASSWORD2) refuse('ROBOKASSA_TEST_PASSWORD2', 'is required in the test mode')
  })
  .transform(
    (env): PaymentSettings => ({
      ...toShop(env),
      invIds: { from: env.PAYMENTS_INV_ID_FROM, to: env.PAYMENTS_INV_ID_TO },
      fixedChargeTiyn:
        env.PAYMENT_FIXED_AMOUNT === undefined ? null : env.PAYMENT_FIXED_AMOUNT * tiynPerTenge,
    }),
  )

function toShop(env: ShopEnvironment): Shop {
  if (env.PAYMENTS === 'sandbox') return { kind: 'sandbox', robokassa: sandboxShop(env.SITE_URL) }
  if (env.PAYMENTS === 'robokassa') return { kind: 'robokassa', robokassa: liveShop(env) }
  const { ROBOKASSA_MERCHANT_LOGIN, ROBOKASSA_PASSWORD1, ROBOKASSA_PASSWORD2 } = env
  if (!ROBOKASSA_MERCHANT_LOGIN || !ROBOKASSA_PASSWORD1 || !ROBOKASSA_PASSWORD2) {
    return { kind: 'off', robokassa: null }
  }
  const known = { ROBOKASSA_MERCHANT_LOGIN, ROBOKASSA_PASSWORD1, ROBOKASSA_PASSWORD2 }
  return { kind: 'off', robokassa: liveShop({ ...env, ...known }) }
}

/** The shop that the sandbox's payment page knows. Its passwords protect nothing and are no secret. */
export function sandboxShop(siteUrl: string): RobokassaSettings {
  return {
    baseUrl: `${siteUrl}/sandbox/robokassa`,
    merchantLogin: 'sandbox-shop',
    // The one kind of signature the test panel makes.
    hash: 'md5',
    live: { password1: 'sandbox-password-1', password2: 'sandbox-password-2' },
    test: null,
    testMode: false,
    receiptTax: null,
  }
}

type ShopEnvironment =
  | { PAYMENTS: 'sandbox'; SITE_URL: string }
  | ({ PAYMENTS: 'robokassa' } & LiveEnvironment)
  | ({ PAYMENTS: 'off' } & Omit<LiveEnvironment, keyof typeof passwords> & {
        [Name in keyof typeof passwords]?: string | undefined
      })

type LiveEnvironment = {
  ROBOKASSA_HOST: string
  ROBOKASSA_MERCHANT_LOGIN: string
  ROBOKASSA_PASSWORD1: string
  ROBOKASSA_PASSWORD2: string
  ROBOKASSA_HASH: RobokassaSettings['hash']
  ROBOKASSA_TEST_MODE: boolean
  ROBOKASSA_TEST_PASSWORD1?: string | undefined
  ROBOKASSA_TEST_PASSWORD2?: string | undefined
  ROBOKASSA_RECEIPT_TAX?: RobokassaSettings['receiptTax'] | undefined
}

function liveShop(env: LiveEnvironment): RobokassaSettings {
  const { ROBOKASSA_TEST_PASSWORD1: password1, ROBOKASSA_TEST_PASSWORD2: password2 } = env
  return {
    baseUrl: env.ROBOKASSA_HOST,
    merchantLogin: env.ROBOKASSA_MERCHANT_LOGIN,
    hash: env.ROBOKASSA_HASH,
    live: { password1: env.ROBOKASSA_PASSWORD1, password2: env.ROBOKASSA_PASSWORD2 },
    test: password1 && password2 ? { password1, password2 } : null,
    testMode: env.ROBOKASSA_TEST_MODE,
    receiptTax: env.ROBOKASSA_RECEIPT_TAX ?? null,
  }
}
