import { paymentTexts } from '@app/content/ru/ui/payment'
import { formatPhone } from '@app/content/ru/writing/phone'
import type { FirstMessage as First } from '@app/contracts/payments'
import { ContactRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { FirstTask } from './first-task.tsx'

const texts = paymentTexts.success.first

/**
 * Shows the first message's time, number and beginning, and a task until then. `children` come
 * first.
 */
export function FirstMessageNote({ first, children }: { first: First; children: ReactNode }) {
  const { on, isToday, at, phone, day, task } = first
  return (
    <section className="grid grid-cols-1 content-start gap-5">
      {children}
      <div>
        <h2 className="text-label font-medium text-ink-soft">{day ? texts.title : texts.giftTitle}</h2>
        <p data-first-on={on} className="headline mt-1 text-title">
          {texts.when(on, isToday, at)}
        </p>
        <p className="mt-2 text-lg">{texts.where(formatPhone(phone))}</p>
      </div>
      {day && <DayPreview day={day} />}
      {day && <SaveContactHint />}
      {task && <FirstTask {...task} />}
    </section>
  )
}

/** The message as its reader will see it, as far as its list of the day. */
function DayPreview({ day: { theme, text } }: { day: NonNullable<First['day']> }) {
  const [greeting, next] = text.split('\n\n')
  return (
    <figure className="max-w-[36rem]">
      <figcaption className="sr-only">{texts.preview}</figcaption>
      <div className="rounded-3xl rounded-tl-md border border-line bg-card px-5 py-4 sm:px-6 sm:py-5">
        <p className="text-label text-ink-soft">{texts.day}</p>
        <p className="headline mt-1 text-xl leading-snug">{theme}</p>
        <p className="mt-3 leading-relaxed">{greeting}</p>
        <p className="mt-2 leading-relaxed">{next}</p>
        <p className="mt-3 text-label text-ink-soft">{texts.rest}</p>
      </div>
    </figure>
  )
}

/** The card of the practice: a message from a number that is known is read, not reported. */
function SaveContactHint() {
  const { apiUrl } = useConfig()
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <a
        href={`${apiUrl}/contact.vcf`}
        type="text/vcard"
        className={buttonStyle({ variant: 'outline', size: 'sm' })}
      >
        <ContactRound aria-hidden="true" className="size-5" strokeWidth={1.75} />
        {texts.contact}
      </a>
      <span className="text-label text-ink-soft">{texts.contactNote}</span>
    </p>
  )
}
