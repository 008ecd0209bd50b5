import { isProductType, type ProductType, productForAmount } from './products.ts'

export type DetectionRule =
  | 'shp_product'
  | 'shp_type'
  | 'shp_consultation'
  | 'shp_subscription'
  | 'amount'
  | 'payment_intent'
  | 'quiz_answers'
  | 'amount_fallback'

export type Detection = { product: ProductType; rule: DetectionRule }

/**
 * The data of the payment success page; `params` are the query parameters of the provider's return.
 */
export type DetectionFacts = {
  params: { get(name: string): string | null }
  storedIntent: { productType: ProductType } | null
  storedAnswers: { consultation?: string | undefined } | null
}

/**
 * Detects the product of a return by the eight rules of the specification, section 4. It only
 * selects the page's texts, because only the server knows whether the order is paid.
 */
export function detectProduct({ params, storedIntent, storedAnswers }: DetectionFacts): Detection | null {
  const named = params.get('Shp_product')
  if (isProductType(named)) return { product: named, rule: 'shp_product' }

  const type = params.get('Shp_type')
  if (isProductType(type)) return { product: type, rule: 'shp_type' }

  if (params.get('Shp_consultation') === 'true') return { product: 'consultation', rule: 'shp_consultation' }
  if (params.get('Shp_subscription') === 'true') return { product: 'subscription', rule: 'shp_subscription' }

  const outSum = params.get('OutSum')
  const byAmount = outSum === null ? null : productForAmount(Number(outSum))
  if (byAmount) return { product: byAmount, rule: 'amount' }

  if (storedIntent) return { product: storedIntent.productType, rule: 'payment_intent' }

  if (storedAnswers) {
    const product = storedAnswers.consultation === 'yes' ? 'consultation' : 'subscription'
    return { product, rule: 'quiz_answers' }
  }

  return outSum === null ? null : { product: 'subscription', rule: 'amount_fallback' }
}
