import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import type { Subscription } from '@app/contracts/subscription'
import { programDays } from '@app/domain/orders/products'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RichLine } from '#web/components/rich-text.tsx'
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
  const { data: subscription, isError, refetch } = useQuery(subscriptionQuery(config, userId))
  if (isError) return frame(<SubscriptionFailed onRetry={() => void refetch()} />)
  if (!subscription) return null

  return frame(<Days subscription={subscription} />)
}

function Days({ subscription }: { subscription: Subscription }) {
  const { whatsapp } = useConfig()
  const newest = subscription.days.findLast(({ text }) => text !== null)
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = subscription.days.find(({ day }) => day === chosen) ?? newest
  return (
    <div data-program-day={subscription.currentDay} className="grid gap-6">
      <div className="grid max-w-[40rem] gap-4">
        {subscription.currentDay > 0 && (
          <p className="font-medium">{texts.dayOf(subscription.currentDay, programDays)}</p>
        )}
        <DayMarks days={subscription.days} shown={shown?.day ?? null} onShow={setChosen} />
      </div>
      {shown && <DayMessage day={shown} isNewest={shown === newest} />}
      <div className="grid grid-cols-1 gap-2">
        <Alert>{noticeOf(subscription, whatsapp)}</Alert>
        {subscription.state === 'active' && subscription.phone && (
          <p className="text-label text-ink-soft">
            {texts.writesTo(subscription.phone)}{' '}
            <span className="print:hidden">
              <RichLine content={texts.changePhone} />
            </span>
          </p>
        )}
      </div>
      <a
        href={subscription.checklistUrl}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle({ variant: 'outline', className: 'justify-self-start' })}
      >
        {texts.checklist}
      </a>
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
