import { depositNote } from '@app/content/ru/pricing'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { pricesQuery } from './payment-queries.ts'
import type { Buyer } from './start-payment.ts'

/** Explains the lowered price of a consultation. Renders nothing until the price is loaded. */
export function DepositNote({ buyer }: { buyer: Buyer }) {
  const { data } = useQuery({ ...pricesQuery(useConfig(), buyer.userId), enabled: buyer.userId !== null })
  const note = data && depositNote(data.consultation)
  return note ? <p className="rounded-xl bg-mist px-4 py-3 text-label">{note}</p> : null
}
