import { depositNote } from '@app/content/ru/pricing'
import { useQuery } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { pricesQuery } from './payment-queries.ts'
import type { Buyer } from './start-payment.ts'

/** Whether a program that this buyer paid for is taken off the consultation, as far as the server has told. */
export function useIsCredited(buyer: Buyer): boolean {
  const { data } = useConsultationPrice(buyer)
  return data !== undefined && data.consultation.depositTiyn > 0
}

function useConsultationPrice(buyer: Buyer) {
  return useQuery({ ...pricesQuery(useConfig(), buyer.userId), enabled: buyer.userId !== null })
}

/** Says why the consultation costs less this time, when it does. Silent until the server has told. */
export function DepositNote({ buyer }: { buyer: Buyer }) {
  const { data } = useConsultationPrice(buyer)
  const note = data && depositNote(data.consultation)
  return note ? <p className="rounded-xl bg-mist px-4 py-3 text-label">{note}</p> : null
}
