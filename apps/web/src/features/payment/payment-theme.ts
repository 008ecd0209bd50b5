import type { ProductSummary } from '@app/domain/orders/product-schema'

type Scheme = ProductSummary['colorScheme']

/** The tint of a payment's page: blue for a consultation, green for the program, purple when nobody knows. */
export const paymentTheme = {
  blue: { band: 'bg-blue-soft', badge: 'bg-blue text-on-fill', mark: 'text-blue' },
  green: { band: 'bg-mist', badge: 'bg-meadow text-on-fill', mark: 'text-meadow' },
  purple: { band: 'bg-purple-soft', badge: 'bg-purple text-on-fill', mark: 'text-purple' },
} as const satisfies Record<Scheme, { band: string; badge: string; mark: string }>
