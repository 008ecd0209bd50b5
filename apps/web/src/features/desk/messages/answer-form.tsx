import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import { longestAnswer, type Talk } from '@app/contracts/desk/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useDrafts } from '../desk-context.ts'
import { refusalText } from '../parts/answered.tsx'
import { focusHead, useSay } from '../parts/say.tsx'
import { answerIds } from './answer-ids.ts'
import { sendAnswer } from './messages-queries.ts'

const texts = messagesTexts.answer

type AnswerFormProps = Pick<Talk, 'contactId' | 'question'> & { onClose: () => void }

/** Whether an answer to a contact was begun: its form is open when one comes back to it. */
export function useIsBegun(contactId: string): boolean {
  return useDrafts().has(contactId)
}

/** An answer to what somebody wrote. What is typed is there again after a look at another view. */
export function AnswerForm({ contactId, question, onClose }: AnswerFormProps) {
  const config = useConfig()
  const queries = useQueryClient()
  const drafts = useDrafts()
  const say = useSay()
  const [draft, setDraft] = useState(() => drafts.get(contactId) ?? { idOf: answerIds(), text: '' })
  const text = draft.text.trim()
  const close = () => {
    drafts.delete(contactId)
    onClose()
  }
  const sending = useMutation({
    mutationKey: ['desk', 'answer'],
    mutationFn: (answer: string) =>
      sendAnswer(config, { messageId: draft.idOf(answer), contactId, text: answer }),
    onSuccess: () => {
      focusHead()
      close()
      say(texts.sent)
      void queries.invalidateQueries({ queryKey: queryKeys.talks })
      void queries.invalidateQueries({ queryKey: queryKeys.persons })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text && !sending.isPending) sending.mutate(text)
  }
  return (
    <form onSubmit={submit} className="grid w-full gap-2 text-left md:min-w-80">
      {question && (
        <p className="rounded-xl bg-mist px-3 py-2 whitespace-pre-wrap wrap-anywhere">{question}</p>
      )}
      <Field label={texts.field}>
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: it was opened by a press to be written in
            autoFocus={draft.text === ''}
            rows={4}
            maxLength={longestAnswer}
            value={draft.text}
            onChange={({ target }) => {
              sending.reset()
              const typed = { ...draft, text: target.value }
              drafts.set(contactId, typed)
              setDraft(typed)
            }}
            className="block w-full rounded-xl border border-line-strong bg-card p-3 text-base focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={sending.isPending} disabled={!text}>
          {texts.send}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            focusHead()
            close()
          }}
        >
          {texts.cancel}
        </Button>
      </div>
      {sending.error && <Alert variant="error">{refusalText(sending.error)}</Alert>}
    </form>
  )
}
