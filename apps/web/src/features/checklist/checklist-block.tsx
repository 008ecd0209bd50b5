import { subcategoryTexts } from '@app/content/ru/results'
import { checklistTexts as texts } from '@app/content/ru/ui/checklist'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import type { Subcategory } from '@app/domain/result/categories'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import { useRef, useState } from 'react'
import { NoFilesNote } from '#web/components/no-files-note.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { deviceStore } from '#web/lib/browser-storage.ts'
import { useConfig } from '#web/lib/config.ts'
import { readTicks } from '#web/lib/ticks/tick-store.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { checklistHref } from './checklist-href.ts'
import { ChecklistTicks } from './checklist-ticks.tsx'
import { SendForm } from './send-form.tsx'
import { useSendChecklist } from './use-send-checklist.ts'

type ChecklistBlockProps = {
  subcategory: Subcategory
  answers: QuizAnswers
  /** The token of the checklist's result. */
  resultToken?: string | undefined
}

/** The checklist as a PDF or by WhatsApp, free for all. */
export function ChecklistBlock({ subcategory, answers, resultToken }: ChecklistBlockProps) {
  const { checklistTitle } = subcategoryTexts[subcategory]
  const isAfterDoctor = hasMedicalRedFlags(answers)
  const { send, isSending, outcome, phoneNote, startPhone, forget } = useSendChecklist(
    subcategory,
    resultToken,
  )
  const [isOpen, setOpen] = useState(false)
  // Open for visitors with ticks.
  const [isStartedOpen] = useState(() => readTicks(deviceStore, subcategory).size > 0)
  const opener = useRef<HTMLButtonElement>(null)
  const config = useConfig()

  function open() {
    buttonClicked('send_checklist', 'checklist')
    forget()
    setOpen(true)
  }

  function close() {
    setOpen(false)
    // The focused form is gone, so its opener gets the focus.
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <section className="rounded-3xl bg-mist p-5 sm:p-8">
      <h3 className="headline text-[min(1.25rem,6.5vw)] leading-snug">{checklistTitle}</h3>
      {isAfterDoctor && <p className="mt-2 text-ink-soft">{texts.afterDoctor}</p>}
      <details open={isStartedOpen} className="fold group mt-4">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-3xl border border-line-strong bg-card py-2 pr-3 pl-4 font-medium hover:border-meadow print:hidden! [&::-webkit-details-marker]:hidden">
          {texts.tick}
          <ChevronDownIcon className="size-5 text-meadow-deep transition-transform group-open:rotate-180" />
        </summary>
        <div className="pt-5 pb-2">
          <ChecklistTicks subcategory={subcategory} answers={answers} />
        </div>
      </details>
      <div className="mt-2 flex flex-wrap gap-x-6 print:hidden">
        <a
          href={checklistHref(config, subcategory)}
          download
          className={buttonStyle({ variant: 'link', size: 'sm' })}
          onClick={() => buttonClicked('download_checklist', 'checklist')}
        >
          {texts.download}
        </a>
        {config.whatsapp && !isOpen && (
          <Button ref={opener} variant="link" size="sm" onClick={open}>
            {texts.whatsapp}
          </Button>
        )}
      </div>
      <div className="mt-3 grid gap-3 empty:hidden">
        <NoFilesNote />
        {!config.whatsapp && <p className="text-label text-ink-soft">{texts.off}</p>}
        {config.whatsapp && isOpen && (
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
        )}
        {phoneNote && <Alert variant={phoneNote.kind}>{phoneNote.text}</Alert>}
        {outcome && (
          <Alert role="alert" variant={outcome.kind}>
            {outcome.text}
          </Alert>
        )}
        {outcome?.kind === 'success' && <p className="text-label text-ink-soft">{texts.notCome}</p>}
      </div>
    </section>
  )
}
