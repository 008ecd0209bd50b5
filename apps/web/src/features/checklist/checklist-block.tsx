import { subcategoryTexts } from '@app/content/ru/results'
import { checklistTexts as texts } from '@app/content/ru/ui/checklist'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { Subcategory } from '@app/domain/result/categories'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import { Suspense, useRef, useState } from 'react'
import { NoFilesNote } from '#web/components/no-files-note.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { checklistHref } from './checklist-href.ts'
import { SendForm } from './send-form.tsx'
import { readTicks } from './tick-store.ts'
import { useSendChecklist } from './use-send-checklist.ts'

const checklistTicks = pagePart(async () => ({
  default: (await import('./checklist-ticks.tsx')).ChecklistTicks,
}))

type ChecklistBlockProps = {
  subcategory: Subcategory
  answers: QuizAnswers
  /** What opens the result that the checklist belongs to. */
  resultToken?: string | undefined
}

/**
 * Shows what a visitor takes home: the subcategory's checklist as a PDF, or in WhatsApp. Free, for
 * everybody.
 */
export function ChecklistBlock({ subcategory, answers, resultToken }: ChecklistBlockProps) {
  const { checklistTitle } = subcategoryTexts[subcategory]
  const isAfterDoctor = hasMedicalRedFlags(answers)
  const { send, isSending, outcome, phoneNote, startPhone, forget } = useSendChecklist(
    subcategory,
    resultToken,
  )
  const [isOpen, setOpen] = useState(false)
  // Whoever began to tick finds it open.
  const [isTicking, setTicking] = useState(() => readTicks(deviceStore, subcategory).size > 0)
  const [isStartedOpen] = useState(isTicking)
  const opener = useRef<HTMLButtonElement>(null)
  const config = useConfig()

  function open() {
    buttonClicked('send_checklist', 'checklist')
    forget()
    setOpen(true)
  }

  function close() {
    setOpen(false)
    // The form that had the focus is gone; a keyboard goes on from where it was opened.
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <section className="grid gap-6 rounded-3xl bg-mist p-6 sm:p-9 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-center">
      <div>
        <p className="text-label font-medium text-meadow-deep">{texts.label}</p>
        <h2 className="headline mt-1.5 text-[min(1.5rem,7.5vw)] leading-tight">{checklistTitle}</h2>
        <p className="mt-2 text-ink-soft">
          {isAfterDoctor ? `${texts.text} ${texts.afterDoctor}` : texts.text}
        </p>
      </div>
      <div className="grid gap-3">
        <a
          href={checklistHref(config, subcategory)}
          download
          className={buttonStyle({ variant: isAfterDoctor ? 'outline' : 'default' })}
          onClick={() => buttonClicked('download_checklist', 'checklist')}
        >
          {texts.download}
        </a>
        <NoFilesNote />
        {!config.whatsapp ? (
          <p className="text-label text-ink-soft">{texts.off}</p>
        ) : isOpen ? (
          <SendForm
            startPhone={startPhone}
            isSending={isSending}
            onSend={async (phone) => {
              const isSent = await send(phone)
              if (isSent) close()
              return isSent
            }}
            onCancel={() => {
              forget()
              close()
            }}
          />
        ) : (
          <Button ref={opener} variant="outline" onClick={open}>
            {texts.whatsapp}
          </Button>
        )}
        {phoneNote && <Alert variant={phoneNote.kind}>{phoneNote.text}</Alert>}
        {outcome && (
          <Alert role="alert" variant={outcome.kind}>
            {outcome.text}
          </Alert>
        )}
        {outcome?.kind === 'success' && <p className="text-label text-ink-soft">{texts.notCome}</p>}
      </div>
      <details
        open={isStartedOpen}
        className="border-t border-mist-deep pt-4 lg:col-span-2"
        onToggle={(event) => {
          if (event.currentTarget.open) setTicking(true)
        }}
      >
        <summary className="inline-flex min-h-11 items-center font-medium text-meadow-deep underline decoration-1 underline-offset-4">
          {texts.tick}
        </summary>
        <div className="pt-4">
          {isTicking && (
            <Suspense fallback={<Spinner className="size-6" label={texts.loading} />}>
              <LazyPart part={checklistTicks} props={{ subcategory, answers }} />
            </Suspense>
          )}
        </div>
      </details>
    </section>
  )
}
