import { moneyTexts } from '@app/content/ru/ui/desk/money'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { ConsultationActionBody, DeskConsultation } from '@app/contracts/desk/money'
import {
  bookableTimes,
  consultationDeadline,
  consultationDeadlineDays,
  consultationStates,
  isBookable,
  type TimeWarning,
  timeWarnings,
} from '@app/domain/desk/consultation'
import { almatyMinute, atAlmatyMinute } from '@app/domain/time/almaty'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Input } from '#web/ui/input.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { ignoreDoubleClick } from '../parts/ignore-double-click.ts'
import { nameOf } from '../parts/name-of.ts'
import { QueryResult, refusalText } from '../parts/query-result.tsx'
import { focusHeading, useToast } from '../parts/toast-provider.tsx'
import { consultationsQuery, steerConsultation } from './money-queries.ts'

const texts = moneyTexts.consultations

/** Paid consultations: who waits for a time, who comes when, who was here. Each change can be taken back. */
export function Consultations() {
  const query = useQuery(consultationsQuery(useConfig()))
  return (
    <QueryResult query={query}>
      {(consultations) => <ConsultationsByState consultations={consultations} />}
    </QueryResult>
  )
}

function ConsultationsByState({ consultations }: { consultations: readonly DeskConsultation[] }) {
  const { hash } = useLocation()
  const wanted = hash.slice(1)
  useEffect(() => {
    const card = wanted ? document.getElementById(wanted) : null
    card?.scrollIntoView({ block: 'center' })
    card?.focus({ preventScroll: true })
  }, [wanted])
  return (
    <div className="grid gap-8">
      {consultationStates.map((state) => {
        const inState = consultations.filter((each) => each.state === state)
        return (
          <section key={state} aria-labelledby={`consultations-${state}`} className="grid gap-3">
            <h2 id={`consultations-${state}`} className="headline text-xl">
              {texts.states[state]}
            </h2>
            {inState.length === 0 && <p className="text-label text-ink-soft">{texts.none[state]}</p>}
            <ul className="grid items-start gap-3 lg:grid-cols-2">
              {inState.map((consultation) => (
                <li
                  key={`${consultation.orderId} ${consultation.startsAt}`}
                  id={consultation.orderId}
                  tabIndex={-1}
                  className="rounded-card"
                >
                  <Consultation consultation={consultation} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

type ConsultationStep = { action: ConsultationActionBody; undo: ConsultationActionBody | null }

/**
 * Returns the mutation of one consultation; its progress and refusal show in the card that was
 * pressed.
 */
function useConsultationAction(orderId: string) {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useToast()
  const show = (consultations: DeskConsultation[]) => {
    queries.setQueryData(queryKeys.consultations, consultations)
    void queries.invalidateQueries({ queryKey: queryKeys.people })
  }
  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.consultations })
  return useMutation({
    mutationKey: ['desk', 'consultation'],
    mutationFn: ({ action }: ConsultationStep) => steerConsultation(config, orderId, action),
    onSuccess: (consultations, { undo }) => {
      show(consultations)
      focusHeading()
      const now = consultations.find((each) => each.orderId === orderId)
      if (!undo || !now) return say(texts.changed)
      const action = { ...undo, expected: { state: now.state, startsAt: now.startsAt } }
      say(texts.changed, async () => show(await steerConsultation(config, orderId, action).finally(refresh)))
    },
  })
}

function Consultation({ consultation }: { consultation: DeskConsultation }) {
  const { orderId, state, startsAt, personId, name, phone, dueTiyn, paidAt } = consultation
  const steering = useConsultationAction(orderId)
  const before: ConsultationActionBody = startsAt ? { action: 'arrange', startsAt } : { action: 'release' }
  // A change to a time that is no longer bookable cannot be undone.
  const undo = !startsAt || isBookable(new Date(startsAt), new Date()) ? before : null
  const hasPassed = startsAt !== null && new Date(startsAt) <= new Date()
  const isBusy = (action: ConsultationActionBody['action']) =>
    steering.isPending && steering.variables.action.action === action
  const steer = (change: ConsultationStep) => {
    if (!steering.isPending) steering.mutate(change)
  }
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3">
        <PageLink
          to={`/desk/people/${personId}`}
          className="inline-flex min-h-11 min-w-11 items-center font-medium wrap-anywhere"
        >
          {nameOf(consultation)}
        </PageLink>
        {startsAt && <span className="text-label">{formatMoment(new Date(startsAt))}</span>}
        {state === 'arranged' && hasPassed && <Badge variant="waiting">{texts.passed}</Badge>}
        {dueTiyn > 0 && <Badge variant="waiting">{peopleTexts.due(formatTenge(dueTiyn))}</Badge>}
      </div>
      <p className="text-label text-ink-soft">
        {texts.paid(formatMoment(new Date(paidAt)))}
        {phone && name && (
          <span translate="no" className="block">
            {formatPhone(phone)}
          </span>
        )}
      </p>
      {state !== 'held' && (
        <TimeForm
          consultation={consultation}
          isBusy={isBusy('arrange')}
          onArrange={(at) => steer({ action: { action: 'arrange', startsAt: at }, undo })}
        />
      )}
      {steering.error && <Alert variant="error">{refusalOf(steering.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {state === 'arranged' && hasPassed && (
          <Button
            size="sm"
            busy={isBusy('hold')}
            onClick={ignoreDoubleClick(() =>
              steer({ action: { action: 'hold' }, undo: { action: 'unhold' } }),
            )}
          >
            {texts.hold}
          </Button>
        )}
        {state === 'arranged' && (
          <Button
            variant="outline"
            size="sm"
            busy={isBusy('release')}
            onClick={ignoreDoubleClick(() => steer({ action: { action: 'release' }, undo }))}
          >
            {texts.release}
          </Button>
        )}
        {state === 'held' && (
          <Button
            variant="outline"
            size="sm"
            busy={isBusy('unhold')}
            onClick={ignoreDoubleClick(() =>
              steer({ action: { action: 'unhold' }, undo: { action: 'hold' } }),
            )}
          >
            {texts.unhold}
          </Button>
        )}
        {state !== 'held' && phone && (
          <a
            href={whatsappUrl(phone)}
            target="_blank"
            rel="noreferrer"
            className={buttonStyle({ variant: 'outline', size: 'sm' })}
          >
            {texts.write}
          </a>
        )}
      </div>
    </Card>
  )
}

function refusalOf(error: Error): string {
  return error instanceof ApiError && error.code === 'invalid_input' ? texts.refused : refusalText(error)
}

type TimeFormProps = {
  consultation: DeskConsultation
  isBusy: boolean
  onArrange: (at: string) => void
}

/** Asks for a time by the clocks of Almaty, wherever the one who fills it in is. */
function TimeForm({ consultation, isBusy, onArrange }: TimeFormProps) {
  const { startsAt, paidAt } = consultation
  const { from, until } = bookableTimes(new Date())
  const [known = '', knownTime = ''] = startsAt ? almatyMinute(new Date(startsAt)).split('T') : []
  const [day, setDay] = useState(known)
  const [time, setTime] = useState(knownTime)
  const isWhole = day !== '' && time !== ''
  const typed = isWhole ? atAlmatyMinute(`${day}T${time}`) : null
  const concerns =
    typed && `${day}T${time}` !== `${known}T${knownTime}` ? timeWarnings(typed, new Date(paidAt)) : []
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed) onArrange(typed.toISOString())
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <TimeHalf label={texts.day} of={nameOf(consultation)}>
        {(id) => (
          <Input
            id={id}
            type="date"
            min={almatyMinute(from).slice(0, 10)}
            max={almatyMinute(until).slice(0, 10)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
            size="sm"
          />
        )}
      </TimeHalf>
      <TimeHalf label={texts.time} of={nameOf(consultation)}>
        {(id) => (
          <Input
            id={id}
            type="time"
            value={time}
            onChange={({ target }) => setTime(target.value)}
            size="sm"
          />
        )}
      </TimeHalf>
      <Button
        type="submit"
        variant={startsAt ? 'outline' : 'default'}
        size="sm"
        busy={isBusy}
        disabled={!isWhole}
      >
        {startsAt ? texts.move : texts.arrange}
      </Button>
      {concerns.length > 0 && (
        <Alert variant="waiting" className="grid w-full gap-2">
          {concerns.map((concern) => (
            <p key={concern}>{concernText(concern, new Date(paidAt))}</p>
          ))}
        </Alert>
      )}
    </form>
  )
}

function concernText(concern: TimeWarning, paidAt: Date): string {
  return concern === 'late'
    ? texts.concerns.late(consultationDeadlineDays, formatMoment(consultationDeadline(paidAt)))
    : texts.concerns.odd_hour
}

/** Half of a time field with its label. It wraps with large fonts. */
function TimeHalf({
  label,
  of,
  children,
}: {
  label: string
  of: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="grid min-w-0 flex-[1_1_9rem] gap-1">
      <label htmlFor={id} className="text-[0.8125rem] text-ink-soft">
        {label}
        <span className="sr-only">: {of}</span>
      </label>
      {children(id)}
    </div>
  )
}
