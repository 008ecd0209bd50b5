import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { OwnProgram } from '@app/contracts/subscription'
import { displayPhone } from '@app/domain/auth/display-name'
import { programDays } from '@app/domain/orders/products'
import { stripPhone } from '@app/domain/quiz/contact'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RichLine } from '#web/components/rich-text.tsx'
import { useConfig } from '#web/lib/config.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { CorrectPhone } from './correct-phone.tsx'
import { DayList } from './day-list.tsx'
import { noticeOf } from './subscription-notice.ts'
import { programsQuery } from './subscription-query.ts'
import { titleOf } from './subscription-title.ts'

type SubscriptionSectionProps = {
  userId: string
  /** Draws the section around its content: nothing is drawn for a user without a program. */
  frame: (content: ReactNode) => ReactNode
  /** Renders the gift offer below the programs. */
  gift: (ownPhones: readonly string[]) => ReactNode
}

type ProgramProps = {
  program: OwnProgram
  /** Null for a single program. */
  title: string | null
  isOne: boolean
  ownPhones: readonly string[]
}

/** The user's programs with their days and today's text. */
export function SubscriptionSection({ userId, frame, gift }: SubscriptionSectionProps) {
  const config = useConfig()
  const session = useSession()
  const { data, isError, refetch } = useQuery(programsQuery(config, userId))
  // Loaded data and typing survive a failed refresh.
  if (isError && !data) return frame(<SubscriptionFailed onRetry={() => void refetch()} />)
  if (!data || data.programs.length === 0) return null

  const isOne = data.programs.length === 1
  const canStop = data.programs.some(({ state, withdrawn }) => state === 'active' && !withdrawn)
  const accountPhone = session.status === 'signed-in' ? displayPhone(session.person) : null
  const ownPhones = [
    ...data.programs.flatMap(({ isGift, phone }) => (isGift || !phone ? [] : phone)),
    ...(accountPhone ? [stripPhone(accountPhone)] : []),
  ]
  return frame(
    <div className="grid gap-10">
      {data.programs.map((program) => (
        <Program
          key={program.subscriptionId}
          program={program}
          title={titleOf(program, data.programs)}
          isOne={isOne}
          ownPhones={ownPhones}
        />
      ))}
      {canStop && (
        <p className="text-label text-ink-soft print:hidden">
          <RichLine content={isOne ? texts.stop : texts.stopAll} />
        </p>
      )}
      {gift(ownPhones)}
    </div>,
  )
}

/** One's own program shows its texts, a gift only its progress. */
function Program({ program, title, isOne, ownPhones }: ProgramProps) {
  const { isGift, currentDay, invId } = program
  return (
    <article data-program={isGift ? 'gift' : 'own'} data-program-day={currentDay} className="grid gap-6">
      {title && (
        <div>
          <h3 className="headline text-xl leading-snug">{title}</h3>
          {!isOne && <p className="text-label text-ink-soft">{texts.order(invId)}</p>}
        </div>
      )}
      {currentDay > 0 && <p className="font-medium">{texts.dayOf(currentDay, programDays)}</p>}
      <ProgramStatus program={program} ownPhones={ownPhones} />
      {!isGift && <DayList days={program.days} />}
      {!isGift && (
        <a
          href={program.checklistUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonStyle({ variant: 'outline', className: 'justify-self-start' })}
        >
          {texts.checklist}
        </a>
      )}
    </article>
  )
}

/** Shows what comes next, where it goes, and how that is changed. */
function ProgramStatus({ program, ownPhones }: { program: OwnProgram; ownPhones: readonly string[] }) {
  const { whatsapp, owner } = useConfig()
  const { state, phone, isGift, follows, unreached, invId } = program
  const isRunning = state === 'active'
  return (
    <div className="grid grid-cols-1 gap-2">
      <Alert variant={isRunning && unreached ? 'waiting' : 'info'}>{noticeOf(program, whatsapp)}</Alert>
      {isRunning && phone && !isGift && (
        <p className="text-label text-ink-soft">
          <span>{texts.writesTo(formatPhone(phone))}</span>{' '}
          {follows && !unreached && (
            <span className="print:hidden">
              <RichLine content={texts.changePhone} />
            </span>
          )}
        </p>
      )}
      <CorrectPhone program={program} ownPhones={ownPhones} />
      {isRunning && unreached && (
        <p className="text-label text-ink-soft print:hidden">
          <RichLine content={texts.numberIsRight(invId, owner.supportWhatsapp)} />
        </p>
      )}
      {isRunning && isGift && (
        <p className="text-label text-ink-soft print:hidden">
          <RichLine content={texts.gift.stop(invId, owner.supportWhatsapp)} />
        </p>
      )}
    </div>
  )
}

function SubscriptionFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p>{texts.failed}</p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {texts.retry}
      </Button>
    </div>
  )
}
