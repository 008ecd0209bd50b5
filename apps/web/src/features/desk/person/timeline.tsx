import { personTexts } from '@app/content/ru/ui/desk/person'
import { recordWords } from '@app/content/ru/ui/record-words'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import type { DeskEvent, DeskPerson } from '@app/contracts/desk/person'
import { isDeliveryFailure } from '@app/domain/desk/delivery'
import { cn } from '#web/lib/cn.ts'
import { lastDigitsOf } from '../parts/contact-links.ts'
import { Section } from './section.tsx'

const texts = personTexts.timeline

/** The events, newest first. */
export function Timeline({ page: { events, hasMoreEvents } }: { page: DeskPerson }) {
  return (
    <Section title={texts.title}>
      {events.length === 0 && <p className="text-label text-ink-soft">{texts.none}</p>}
      <ol className="grid gap-0">
        {events.map((event, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen at one moment
            key={`${event.at}-${index}`}
            className="grid gap-x-4 border-b border-line py-2.5 text-label sm:grid-cols-[8rem_1fr]"
          >
            <time dateTime={event.at} className="text-ink-soft tabular-nums">
              {formatMoment(new Date(event.at))}
            </time>
            <TimelineEntry event={event} />
          </li>
        ))}
      </ol>
      {hasMoreEvents && <p className="text-label text-ink-soft">{texts.more}</p>}
    </Section>
  )
}

function TimelineEntry({ event }: { event: DeskEvent }) {
  switch (event.what) {
    case 'finished':
      return <p>{texts.finished(event.city)}</p>
    case 'consent': {
      const kind = personTexts.consents[event.kind] ?? event.kind
      return (
        <p>{event.act === 'given' ? personTexts.consentGiven(kind) : personTexts.consentWithdrawn(kind)}</p>
      )
    }
    case 'ordered':
      return <p>{texts.ordered(productOf(event), event.invId)}</p>
    case 'paid':
      return (
        <p className="font-medium">
          {texts.paid(productOf(event), formatTenge(event.chargeTiyn), event.invId)}
        </p>
      )
    case 'refunded':
      return <p>{texts.refunded(event.invId)}</p>
    case 'wrote':
      return (
        <SaidEntry
          head={event.giftPhone ? texts.giftWrote(lastDigitsOf(event.giftPhone)) : texts.wrote}
          text={event.text ?? texts.wroteOther}
          isTheirs
        />
      )
    case 'sent':
      return <SentEntry event={event} />
  }
}

function productOf({ product, isGift }: Extract<DeskEvent, { what: 'ordered' | 'paid' }>): string {
  const name = recordWords.product[product]
  return isGift ? `${name}, ${texts.gift}` : name
}

function SentEntry({
  event: { kind, day, isGift, giftPhone, text, status, failure },
}: {
  event: Extract<DeskEvent, { what: 'sent' }>
}) {
  const how = isDeliveryFailure(failure) ? recordWords.failure[failure] : recordWords.delivery[status]
  const whose = giftPhone ? texts.giftReader(lastDigitsOf(giftPhone)) : isGift && texts.gift
  const head = [recordWords.message[kind], day && texts.dayOf(day), whose].filter(Boolean).join(', ')
  return (
    <div className="grid gap-0.5">
      {text ? <SaidEntry head={head} text={text} /> : <p>{head}</p>}
      <p className={cn('text-[0.8125rem]', status === 'failed' ? 'text-danger' : 'text-ink-soft')}>{how}</p>
    </div>
  )
}

function SaidEntry({ head, text, isTheirs = false }: { head: string; text: string; isTheirs?: boolean }) {
  return (
    <div className="grid gap-0.5">
      <p className="text-ink-soft">{head}</p>
      <p
        className={cn(
          'rounded-xl px-3 py-2 whitespace-pre-wrap wrap-anywhere',
          isTheirs ? 'bg-mist' : 'border border-line',
        )}
      >
        {text}
      </p>
    </div>
  )
}
