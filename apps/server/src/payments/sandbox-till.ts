import { brand } from '@app/content/ru/brand'
import { openCardTill, type Till } from '@app/sandbox/robokassa/card-till'
import { openNotifier } from '@app/sandbox/robokassa/notifier'
import type { HttpSettings } from '../config/http.ts'
import type { RobokassaSettings } from '../config/robokassa.ts'

/** Sets up the sandbox's shop as its owner would set up hers in the payment provider's cabinet. */
export function sandboxTill(
  { http, robokassa }: { http: Pick<HttpSettings, 'siteUrl' | 'apiPrefix'>; robokassa: RobokassaSettings },
  send: typeof fetch,
): Till {
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
  return openCardTill({ shop, notifier: openNotifier({ send }) })
}
