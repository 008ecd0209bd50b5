import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import { programDays } from '@app/domain/orders/products'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { DayMarks } from './day-marks.tsx'
import { DayMessage } from './day-message.tsx'
import { noticeOf } from './subscription-notice.ts'
import { subscriptionQuery } from './subscription-query.ts'

type SubscriptionSectionProps = {
  userId: string
  /** Draws the section around its content: nothing is drawn for a user without a program. */
  frame: (content: ReactNode) => ReactNode
}

/** The program of whoever is signed in: which day it is, today's text, what was delivered. */
export function SubscriptionSection({ userId, frame }: SubscriptionSectionProps) {
  const config = useConfig()
  const { data: program, isError, refetch } = useQuery(subscriptionQuery(config, userId))
  if (isError) return frame(<SubscriptionFailed onRetry={() => void refetch()} />)
  if (!program) return null

  const open = program.days.filter(({ text }) => text !== null)
  const [today, ...earlier] = open.toReversed()
  return frame(
    <div data-program-day={program.currentDay} className="grid gap-6">
      <div>
        {program.currentDay > 0 && (
          <p className="font-medium">{texts.dayOf(program.currentDay, programDays)}</p>
        )}
        <DayMarks days={program.days} />
      </div>
      <div className="grid gap-2">
        <Alert>{noticeOf(program, config.whatsapp)}</Alert>
        {program.state === 'active' && program.phone && (
          <p className="text-label text-ink-soft">{texts.writesTo(program.phone)}</p>
        )}
      </div>
      {today && <DayMessage day={today} title={texts.today} isOpen />}
      {earlier.length > 0 && (
        <div className="grid gap-3">
          <h3 className="font-medium">{texts.earlier}</h3>
          {earlier.map((day) => (
            <DayMessage key={day.day} day={day} title={texts.day(day.day)} />
          ))}
        </div>
      )}
      <a
        href={program.checklistUrl}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle({ variant: 'outline', className: 'justify-self-start' })}
      >
        {texts.checklist}
      </a>
    </div>,
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
