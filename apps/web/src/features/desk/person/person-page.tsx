import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { personTexts as texts } from '@app/content/ru/ui/desk/person'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { DeskPerson } from '@app/contracts/desk/person'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { useMay } from '../desk-context.ts'
import { type AnsweredQuestion, answerDrafts } from '../drafts.ts'
import { AnswerForm } from '../messages/answer-form.tsx'
import { Action } from '../parts/action.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { DeskPage } from '../parts/desk-page.tsx'
import { nameOf } from '../parts/name-of.ts'
import { QueryResult } from '../parts/query-result.tsx'
import { Answers } from './answers.tsx'
import { Facts } from './facts.tsx'
import { MarksSection } from './marks-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { OwnData } from './own-data.tsx'
import { useShowPerson } from './person-context.ts'
import { personQuery, sendChecklist } from './person-queries.ts'
import { Purchases } from './purchases.tsx'
import { Timeline } from './timeline.tsx'

/** A person's page: the timeline and all actions. */
export function PersonPage() {
  // The library's own hook would come with the first script of every visitor, as all of it that
  // anybody uses.
  const personId = useLocation().pathname.split('/')[3] ?? ''
  const query = useQuery(personQuery(useConfig(), personId))
  if (isUnknownPerson(query.error)) return <UnknownPerson />
  return (
    <DeskPage
      title={query.data ? nameOf(query.data.person) : peopleTexts.title}
      lead={query.data && leadOf(query.data.person)}
      actions={<BackToPeople />}
    >
      <QueryResult query={query}>{(page) => <Person key={page.person.id} page={page} />}</QueryResult>
    </DeskPage>
  )
}

/** Back to the people as they were narrowed when this one was found among them. */
function BackToPeople() {
  const { state } = useLocation()
  const look = typeof state?.look === 'string' ? state.look : ''
  const search = typeof state?.search === 'string' ? state.search : ''
  return (
    <PageLink
      to={`/desk/people${look}`}
      state={{ search }}
      className={buttonStyle({ variant: 'ghost', size: 'sm', className: '-ml-4' })}
    >
      <ArrowLeftIcon className="size-5" />
      {look || search ? texts.backToLook : texts.back}
    </PageLink>
  )
}

/** Returns true for a deleted or unknown person. */
function isUnknownPerson(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input')
}

function UnknownPerson() {
  return (
    <DeskPage title={texts.nobody.title} lead={texts.nobody.text}>
      <PageLink
        to="/desk/people"
        className={buttonStyle({ variant: 'outline', className: 'justify-self-start' })}
      >
        {texts.back}
      </PageLink>
    </DeskPage>
  )
}

function leadOf({ hasAccount, isStaff }: DeskPerson['person']): string {
  if (isStaff) return texts.isStaff
  return hasAccount ? texts.hasAccount : texts.typed
}

function Person({ page }: { page: DeskPerson }) {
  const { person, contacts, maybeSame } = page
  const may = useMay()
  return (
    <div className="grid gap-8">
      {person.optedOut && <Alert variant="waiting">{texts.optedOut}</Alert>}
      {contacts.map(
        ({ contactId, phone, isGift, optedOut }) =>
          isGift &&
          optedOut &&
          phone && (
            <Alert key={contactId} variant="waiting">
              {texts.giftOptedOut(formatPhone(phone))}
            </Alert>
          ),
      )}
      {maybeSame.length > 0 && (
        <Alert>
          {texts.maybeSame}{' '}
          {maybeSame.map(({ id, name, by }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <PageLink to={`/desk/people/${id}`}>{name || peopleTexts.nameless}</PageLink> (
              {by.map((each) => texts.by[each]).join(', ')})
            </span>
          ))}
        </Alert>
      )}
      <ReachPerson page={page} />
      {/* The order on phones: summary, purchases, timeline. */}
      <div className="grid items-start gap-8 lg:grid-cols-[2fr_3fr]">
        <div className="grid min-w-0 gap-8">
          <Facts page={page} />
          <MarksSection person={person} />
          <NotesSection page={page} />
        </div>
        <div className="grid min-w-0 gap-8">
          <Purchases page={page} />
          <Timeline page={page} />
          {may('answers') && person.finishedAt && <Answers personId={person.id} />}
        </div>
      </div>
      {(may('exports') || may('erasure')) && <OwnData person={person} />}
    </div>
  )
}

/** Shows how to write to them, and what is sent from here. */
function ReachPerson({ page: { person, contacts, canMessage } }: { page: DeskPerson }) {
  const config = useConfig()
  const show = useShowPerson()
  const answerable = contacts.filter(
    ({ contactId, windowUntil, optedOut }) =>
      answerDrafts.has(contactId) || (canMessage && windowUntil !== null && !optedOut),
  )
  const own = answerable.filter(({ isGift }) => !isGift)
  const gifts = answerable.filter(({ isGift }) => isGift)
  return (
    <div className="flex flex-wrap items-start gap-2">
      {own.map((contact) => (
        <AnswerHere
          key={contact.contactId}
          now={{ personId: person.id, ...contact }}
          isOneOfMany={contacts.length > 1}
        />
      ))}
      {person.phone && (
        <a
          href={whatsappUrl(person.phone)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ variant: own.length > 0 ? 'outline' : 'default', size: 'sm' })}
        >
          {texts.write.whatsapp}
        </a>
      )}
      {person.email && (
        <a href={`mailto:${person.email}`} className={buttonStyle({ variant: 'outline', size: 'sm' })}>
          {texts.write.mail}
        </a>
      )}
      {person.finishedAt && person.phone && canMessage && !person.optedOut && (
        <Action
          name="checklist"
          label={texts.checklist.send}
          confirm={{ text: texts.checklist.text, submit: texts.checklist.submit }}
          done={texts.checklist.sent}
          run={async () => show(await sendChecklist(config, person.id))}
        />
      )}
      {gifts.map((contact) => (
        <AnswerHere key={contact.contactId} now={{ personId: person.id, ...contact }} isOneOfMany />
      ))}
    </div>
  )
}

/** An answer from here to one of their numbers, while WhatsApp takes one. */
function AnswerHere({ now, isOneOfMany }: { now: AnsweredQuestion; isOneOfMany: boolean }) {
  const [asked, setAsked] = useState(() => answerDrafts.get(now.contactId)?.asked ?? null)
  if (asked) return <AnswerForm asked={asked} now={now} onClose={() => setAsked(null)} />
  return (
    <Button size="sm" variant={now.isGift ? 'outline' : 'default'} onClick={() => setAsked(now)}>
      {isOneOfMany && now.phone
        ? messagesTexts.answer[now.isGift ? 'openGift' : 'openAt'](formatPhone(now.phone))
        : messagesTexts.answer.open}
    </Button>
  )
}
