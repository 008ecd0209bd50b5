import type { ProductSummary } from '@app/domain/orders/product-schema'

type Scheme = ProductSummary['colorScheme']

/**
 * The colours of a payment page: blue for a consultation, green for the program, purple for an
 * unknown product.
 */
export const paymentTheme = {
  blue: { band: 'bg-blue-soft', badge: 'bg-blue text-on-fill', mark: 'text-blue' },
  green: { band: 'bg-mist', badge: 'bg-meadow text-on-fill', mark: 'text-meadow' },
  purple: { band: 'bg-purple-soft', badge: 'bg-purple text-on-fill', mark: 'text-purple' },
} as const satisfies Record<Scheme, { band: string; badge: string; mark: string }>
