import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { personTexts as texts } from '@app/content/ru/ui/desk/person'
import type { DeskPerson } from '@app/contracts/desk/person'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { useMay } from '../desk-context.ts'
import { Answered } from '../parts/answered.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { Deed } from '../parts/deed.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { Answers } from './answers.tsx'
import { Facts } from './facts.tsx'
import { MarksSection } from './marks-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { OwnData } from './own-data.tsx'
import { useShowPerson } from './person-context.ts'
import { personQuery, sendChecklist } from './person-queries.ts'
import { Purchases } from './purchases.tsx'
import { Timeline } from './timeline.tsx'

/** One person: everything about them in the order of time, and what can be done for them. */
export function PersonPage() {
  // The library's own hook would come with the first script of every visitor, as all of it that anybody uses.
  const personId = useLocation().pathname.split('/')[3] ?? ''
  const query = useQuery(personQuery(useConfig(), personId))
  if (isNobody(query.error)) return <Nobody />
  return (
    <DeskPage
      title={query.data ? query.data.person.name || peopleTexts.nameless : peopleTexts.title}
      lead={query.data && leadOf(query.data.person)}
      actions={
        <PageLink to="/desk/people" className={buttonStyle({ variant: 'ghost', size: 'sm' })}>
          <ArrowLeftIcon className="size-5" />
          {texts.back}
        </PageLink>
      }
    >
      <Answered query={query}>{(page) => <Person key={page.person.id} page={page} />}</Answered>
    </DeskPage>
  )
}

/** Whether the address names nobody: somebody who is deleted, or no person at all. */
function isNobody(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_input')
}

function Nobody() {
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
  const { person, maybeSame } = page
  const may = useMay()
  return (
    <div className="grid gap-8">
      {person.optedOut && <Alert variant="waiting">{texts.optedOut}</Alert>}
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
      <Reach page={page} />
      <div className="grid items-start gap-8 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-8">
          <Purchases page={page} />
          <Timeline page={page} />
          {may('answers') && person.finishedAt && <Answers personId={person.id} />}
        </div>
        <div className="grid min-w-0 gap-8 max-lg:-order-1">
          <Facts page={page} />
          <MarksSection person={person} />
          <NotesSection page={page} />
          {(may('exports') || may('erasure')) && <OwnData person={person} />}
        </div>
      </div>
    </div>
  )
}

/** How to write to them, and what is sent from here. */
function Reach({ page: { person, canMessage } }: { page: DeskPerson }) {
  const config = useConfig()
  const show = useShowPerson()
  return (
    <div className="flex flex-wrap items-start gap-2">
      {person.phone && (
        <a
          href={whatsappUrl(person.phone)}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ variant: 'default', size: 'sm' })}
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
        <Deed
          name="checklist"
          label={texts.checklist.send}
          confirm={{ text: texts.checklist.text, submit: texts.checklist.submit }}
          done={texts.checklist.sent}
          run={async () => show(await sendChecklist(config, person.id))}
        />
      )}
    </div>
  )
}
