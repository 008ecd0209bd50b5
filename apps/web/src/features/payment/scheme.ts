import type { ProductSummary } from '@app/domain/orders/product-schema'

type Scheme = ProductSummary['colorScheme']

/** The tint of a payment's page: blue for a consultation, green for the program, purple when nobody knows. */
export const schemeStyle = {
  blue: { band: 'bg-[#e2ebf4]', badge: 'bg-[#2f5f8f] text-white', mark: 'text-[#2f5f8f]' },
  green: { band: 'bg-mist', badge: 'bg-meadow text-white', mark: 'text-meadow' },
  purple: { band: 'bg-[#ece6f2]', badge: 'bg-[#67508c] text-white', mark: 'text-[#67508c]' },
} as const satisfies Record<Scheme, { band: string; badge: string; mark: string }>
