import { moneyTexts } from '@app/content/ru/ui/desk/money'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { ConsultationDeedBody, DeskConsultation } from '@app/contracts/desk/money'
import { bookableTimes, consultationStates, isBookable } from '@app/domain/desk/consultation'
import { almatyMinute, atAlmatyMinute } from '@app/domain/time/almaty'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Input } from '#web/ui/input.tsx'
import { Answered, refusalText } from '../parts/answered.tsx'
import { once } from '../parts/once.ts'
import { focusHead, useSay } from '../parts/say.tsx'
import { consultationsQuery, steerConsultation } from './money-queries.ts'

const texts = moneyTexts.consultations

type Undo = { orderId: string; deed: ConsultationDeedBody }
type Steer = (change: Undo & { undo: ConsultationDeedBody | null }) => void

/** Paid consultations: who waits for a time, who comes when, who was here. Each change can be taken back. */
export function Consultations() {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useSay()
  const query = useQuery(consultationsQuery(config))
  const steering = useMutation({
    mutationKey: ['desk', 'consultation'],
    mutationFn: ({ orderId, deed }: Parameters<Steer>[0]) => steerConsultation(config, orderId, deed),
    onSuccess: (consultations, { orderId, undo }) => {
      show(consultations)
      focusHead()
      say(texts.changed, undo ? async () => show(await steerConsultation(config, orderId, undo)) : undefined)
    },
  })
  const show = (consultations: Awaited<ReturnType<typeof steerConsultation>>) => {
    queries.setQueryData(queryKeys.consultations, consultations)
    void queries.invalidateQueries({ queryKey: queryKeys.people })
  }
  const isRefused = steering.error instanceof ApiError && steering.error.code === 'invalid_input'
  return (
    <Answered query={query}>
      {(consultations) => (
        <div className="grid gap-8">
          {steering.error && (
            <Alert variant="error">{isRefused ? texts.refused : refusalText(steering.error)}</Alert>
          )}
          {consultationStates.map((state) => {
            const inState = consultations.filter((each) => each.state === state)
            return (
              <section key={state} aria-labelledby={`consultations-${state}`} className="grid gap-3">
                <h2 id={`consultations-${state}`} className="headline text-xl">
                  {texts.states[state]}
                </h2>
                {inState.length === 0 && <p className="text-label text-ink-soft">{texts.none[state]}</p>}
                <ul className="grid gap-3 lg:grid-cols-2">
                  {inState.map((consultation) => (
                    <li key={`${consultation.orderId} ${consultation.startsAt}`}>
                      <Consultation consultation={consultation} onSteer={steering.mutate} />
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </div>
      )}
    </Answered>
  )
}

function Consultation({ consultation, onSteer }: { consultation: DeskConsultation; onSteer: Steer }) {
  const { orderId, state, startsAt, personId, name, dueTiyn, paidAt } = consultation
  const before: ConsultationDeedBody = startsAt ? { deed: 'arrange', startsAt } : { deed: 'release' }
  // What could not be arranged any more cannot be taken back.
  const canUndo = !startsAt || isBookable(new Date(startsAt), new Date())
  const hasPassed = startsAt !== null && new Date(startsAt) <= new Date()
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3">
        <PageLink to={`/desk/people/${personId}`} className="inline-flex min-h-11 items-center font-medium">
          {name || peopleTexts.nameless}
        </PageLink>
        {startsAt && <span className="text-label">{formatMoment(new Date(startsAt))}</span>}
        {state === 'arranged' && hasPassed && <Badge variant="waiting">{texts.passed}</Badge>}
        {dueTiyn > 0 && <Badge variant="waiting">{peopleTexts.due(formatTenge(dueTiyn))}</Badge>}
      </div>
      <p className="text-label text-ink-soft">{texts.paid(formatMoment(new Date(paidAt)))}</p>
      {state !== 'held' && (
        <TimeForm
          consultation={consultation}
          onArrange={(at) =>
            onSteer({ orderId, deed: { deed: 'arrange', startsAt: at }, undo: canUndo ? before : null })
          }
        />
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'arranged' && hasPassed && (
          <Button
            size="sm"
            onClick={once(() => onSteer({ orderId, deed: { deed: 'hold' }, undo: { deed: 'unhold' } }))}
          >
            {texts.hold}
          </Button>
        )}
        {state === 'arranged' && (
          <Button
            variant="outline"
            size="sm"
            onClick={once(() =>
              onSteer({ orderId, deed: { deed: 'release' }, undo: canUndo ? before : null }),
            )}
          >
            {texts.release}
          </Button>
        )}
        {state === 'held' && (
          <Button
            variant="outline"
            size="sm"
            onClick={once(() => onSteer({ orderId, deed: { deed: 'unhold' }, undo: { deed: 'hold' } }))}
          >
            {texts.unhold}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** Asks for a time by the clocks of Almaty, wherever the one who fills it in is. */
function TimeForm({
  consultation: { name, startsAt },
  onArrange,
}: {
  consultation: DeskConsultation
  onArrange: (at: string) => void
}) {
  const { from, until } = bookableTimes(new Date())
  const [time, setTime] = useState(startsAt ? almatyMinute(new Date(startsAt)) : '')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (time) onArrange(atAlmatyMinute(time).toISOString())
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <Input
        type="datetime-local"
        min={almatyMinute(from)}
        max={almatyMinute(until)}
        aria-label={texts.timeOf(name || peopleTexts.nameless)}
        title={texts.time}
        value={time}
        onChange={({ target }) => setTime(target.value)}
        size="sm"
        className="max-w-60"
      />
      <Button type="submit" variant={startsAt ? 'outline' : 'default'} size="sm" disabled={!time}>
        {startsAt ? texts.move : texts.arrange}
      </Button>
    </form>
  )
}
