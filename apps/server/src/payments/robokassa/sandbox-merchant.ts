import { brand } from '@app/content/ru/brand'
import { createNotifier } from '@app/sandbox/robokassa/notifier'
import { createSandboxMerchant, type SandboxMerchant } from '@app/sandbox/robokassa/sandbox-merchant'
import type { HttpSettings } from '../../config/http.ts'
import type { RobokassaSettings } from '../../config/robokassa.ts'

/**
 * Creates the sandbox merchant with the settings that the owner would enter at the payment
 * provider.
 */
export function sandboxMerchant(
  { http, robokassa }: { http: Pick<HttpSettings, 'siteUrl' | 'apiPrefix'>; robokassa: RobokassaSettings },
  send: typeof fetch,
): SandboxMerchant {
  const { merchantLogin, hash, live } = robokassa
  const { siteUrl, apiPrefix } = http
  const shop = {
    name: brand.title,
    merchantLogin,
    ...live,
    hash,
    resultUrl: `${siteUrl}${apiPrefix}/payment/webhook/robokassa`,
    successUrl: `${siteUrl}/payment_success`,
    failUrl: `${siteUrl}/payment_failed`,
  }
  return createSandboxMerchant({ shop, notifier: createNotifier({ send }) })
}
