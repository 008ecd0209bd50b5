import type { ProductSummary } from '@app/domain/orders/product-schema'
import { CircleHelp, MessageCircle, Sunrise } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Container } from '#web/ui/container.tsx'
import { paymentTheme } from './payment-theme.ts'

type PaymentBandProps = Pick<ProductSummary, 'type' | 'colorScheme'> & { title: string; children: ReactNode }

const icons = { consultation: MessageCircle, subscription: Sunrise, unknown: CircleHelp } as const

/** The header of a payment page in the product's colours. */
export function PaymentBand({ type, colorScheme, title, children }: PaymentBandProps) {
  const Icon = icons[type]
  const style = paymentTheme[colorScheme]
  return (
    <header
      data-scheme={colorScheme}
      className={cn('-mt-(--header-height) pt-(--header-height)', style.band)}
    >
      <Container className="grid justify-items-start gap-4 py-10 lg:py-16">
        <span className={cn('inline-flex size-14 items-center justify-center rounded-full', style.badge)}>
          <Icon aria-hidden="true" className="size-7" strokeWidth={1.75} />
        </span>
        <h1 className="headline text-title">{title}</h1>
        {children}
      </Container>
    </header>
  )
}
