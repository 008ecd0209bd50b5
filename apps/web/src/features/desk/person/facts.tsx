import { personTexts } from '@app/content/ru/ui/desk/person'
import { formatMoment } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { DeskPerson } from '@app/contracts/desk/person'
import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import { Section } from './section.tsx'

const texts = personTexts.facts

/** Shows the main facts about a person. */
export function Facts({ page: { person, contacts } }: { page: DeskPerson }) {
  const consents = [
    ...person.consents.map((kind) => personTexts.consents[kind] ?? kind),
    ...person.withdrawn.map((kind) => personTexts.withdrawn(personTexts.consents[kind] ?? kind)),
  ]
  const own = contacts.filter(({ isGift }) => !isGift)
  const gifts = contacts.filter(({ isGift }) => isGift)
  const open = own.find(({ windowUntil }) => windowUntil !== null)
  return (
    <Section title={texts.title}>
      <dl className="grid gap-2 text-label">
        <Fact name={texts.contacts}>
          {person.phone && !own.some(({ phone }) => phone === person.phone) && (
            <span translate="no" className="block">
              {formatPhone(person.phone)}
            </span>
          )}
          {own.map(({ contactId, phone, isProven }) => (
            <span key={contactId} className="block">
              {phone && formatPhone(phone)}
              <span className="block text-[0.8125rem] text-ink-soft">
                {isProven ? texts.number.proven : texts.number.typed}
              </span>
            </span>
          ))}
          {person.email && <span className="block wrap-anywhere">{person.email}</span>}
        </Fact>
        {gifts.length > 0 && (
          <Fact name={texts.gifts}>
            {gifts.map(({ contactId, phone, optedOut }) => (
              <span key={contactId} className="block">
                {phone && formatPhone(phone)}
                {optedOut && <span className="block text-[0.8125rem] text-ink-soft">{texts.stopped}</span>}
              </span>
            ))}
          </Fact>
        )}
        {person.finishedAt && <Fact name={texts.came}>{formatMoment(new Date(person.finishedAt))}</Fact>}
        {person.category && <Fact name={texts.category}>{person.category}</Fact>}
        {person.source && <Fact name={texts.source}>{person.source}</Fact>}
        <Fact name={texts.consents}>{consents.join(', ') || personTexts.noConsents}</Fact>
        {person.paidTiyn > 0 && <Fact name={texts.paid}>{formatTenge(person.paidTiyn)}</Fact>}
        {person.dueTiyn > 0 && (
          <Fact name={texts.due}>
            <Badge variant="waiting">{formatTenge(person.dueTiyn)}</Badge>
          </Fact>
        )}
        {open?.windowUntil && <Fact name={texts.window}>{formatMoment(new Date(open.windowUntil))}</Fact>}
      </dl>
    </Section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_1fr] gap-3 border-b border-line pb-2">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
