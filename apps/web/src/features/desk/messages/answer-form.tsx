import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import { longestAnswer, type Talk } from '@app/contracts/desk/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { refusalText } from '../parts/answered.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { Deed } from '../parts/deed.tsx'
import { answerIds } from './answer-ids.ts'
import { markAnswered, sendAnswer } from './messages-queries.ts'

const texts = messagesTexts.answer

/** What can be done about a conversation: an answer from here while WhatsApp takes one, else why not and the way that is left. */
export function TalkDeeds({ talk, canMessage }: { talk: Talk; canMessage: boolean }) {
  const config = useConfig()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: queryKeys.talks })
  const canAnswer = canMessage && !talk.optedOut && talk.windowUntil !== null
  if (isOpen && canAnswer) return <AnswerForm talk={talk} onClose={() => setOpen(false)} />
  return (
    <div className="grid justify-items-start gap-2 max-md:justify-items-end">
      <div className="flex flex-wrap gap-2 max-md:justify-end">
        {canAnswer ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            {texts.open}
          </Button>
        ) : (
          talk.phone && (
            <a
              href={whatsappUrl(talk.phone)}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle({ variant: 'outline', size: 'sm' })}
            >
              {texts.byHand}
            </a>
          )
        )}
        {talk.waitsSince && (
          <Deed
            name="answered"
            label={texts.done}
            run={() => markAnswered(config, talk.personId)}
            onDone={refresh}
          />
        )}
      </div>
      {!canAnswer && talk.waitsSince && (
        <p className="max-w-72 text-[0.8125rem] text-ink-soft">
          {talk.optedOut ? texts.optedOut : canMessage ? texts.closed : texts.off}
        </p>
      )}
    </div>
  )
}

function AnswerForm({ talk, onClose }: { talk: Talk; onClose: () => void }) {
  const config = useConfig()
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const [idOf] = useState(answerIds)
  const sending = useMutation({
    mutationKey: ['desk', 'answer'],
    mutationFn: (answer: string) =>
      sendAnswer(config, { messageId: idOf(answer), contactId: talk.contactId, text: answer }),
    onSuccess: () => {
      onClose()
      void queries.invalidateQueries({ queryKey: queryKeys.talks })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) sending.mutate(text.trim())
  }
  return (
    <form onSubmit={submit} className="grid w-full min-w-[min(20rem,70vw)] gap-2 text-left">
      {talk.question && (
        <p className="rounded-xl bg-mist px-3 py-2 whitespace-pre-wrap wrap-anywhere">{talk.question}</p>
      )}
      <Field label={texts.field}>
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it was opened by a press to be written in
            autoFocus
            rows={4}
            maxLength={longestAnswer}
            value={text}
            onChange={({ target }) => {
              sending.reset()
              setText(target.value)
            }}
            className="block w-full rounded-xl border border-line-strong bg-card p-3 text-base focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={sending.isPending} disabled={!text.trim()}>
          {texts.send}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
      {sending.error && <Alert variant="error">{refusalText(sending.error)}</Alert>}
    </form>
  )
}
