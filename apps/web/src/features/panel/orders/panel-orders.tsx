import { apiErrorTexts, networkErrorText } from '@app/content/ru/errors'
import { panelOrdersTexts as texts } from '@app/content/ru/ui/panel-orders'
import { type FindOrdersRequest, findOrdersResponseSchema } from '@app/contracts/panel-orders'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, callApi } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { OrderCard } from './order-card.tsx'

/** Finds orders of this installation, whatever the environment switch says, and marks refunds. */
export function PanelOrders() {
  const config = useConfig()
  const [query, setQuery] = useState('')
  // Searched on demand and never cached.
  const search = useMutation({
    mutationKey: ['panel-orders', 'find'],
    mutationFn: async (body: FindOrdersRequest) =>
      findOrdersResponseSchema.parse(await callApi(config, '/panel/orders', { method: 'POST', body })).orders,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (query.trim() !== '') search.mutate({ query })
  }

  return (
    <section id="orders" aria-labelledby="orders-title" className="grid min-w-0 scroll-mt-24 gap-4">
      <div>
        <h2 id="orders-title" className="headline text-2xl">
          {texts.title}
        </h2>
        <p className="mt-1 text-ink-soft">{texts.text}</p>
      </div>
      <form
        onSubmit={submit}
        noValidate
        className="grid max-w-[34rem] gap-3 sm:grid-cols-[1fr_auto] sm:items-start"
      >
        <Field label={texts.query} hint={texts.queryHint}>
          {(control) => (
            <Input
              {...control}
              name="order-query"
              autoComplete="off"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="sm:mt-7" disabled={query.trim() === ''} busy={search.isPending}>
          {texts.find}
        </Button>
      </form>
      {search.isError && <Alert variant="error">{searchRefusal(search.error)}</Alert>}
      {search.data?.length === 0 && <Alert>{texts.nothing}</Alert>}
      {search.data && search.data.length > 0 && (
        <ul className="grid gap-4">
          {search.data.map((order) => (
            <li key={`${search.submittedAt} ${order.orderId}`}>
              <OrderCard found={order} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function searchRefusal(error: Error): string {
  if (!(error instanceof ApiError)) return apiErrorTexts.internal
  if (error.code === 'unreachable') return networkErrorText
  return error.code === 'invalid_input' ? texts.notUnderstood : apiErrorTexts[error.code]
}
