import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import { formatPhone } from '@app/content/ru/writing/phone'
import { answerMaxLength, type Conversation } from '@app/contracts/desk/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { useFocusOnMount } from '#web/lib/page/use-focus-on-mount.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { type AnswerDraft, type AnsweredQuestion, answerDrafts } from '../drafts.ts'
import { refusalText } from '../parts/query-result.tsx'
import { focusHeading, useToast } from '../parts/toast-provider.tsx'
import { answerIds } from './answer-ids.ts'
import { compareQuestions, type NewQuestion } from './compare-questions.ts'
import { sendAnswer } from './messages-queries.ts'

const texts = messagesTexts.answer

type AnswerFormProps = {
  /** The question that the form was opened for. */
  asked: AnsweredQuestion
  /** The latest question; null when none waits. */
  now: AnsweredQuestion | null
  conversation?: Conversation
  onClose: () => void
}

/**
 * Answers a question. The draft survives navigation, and newer messages must be seen before
 * sending.
 */
export function AnswerForm(props: AnswerFormProps) {
  const { asked, now } = props
  const { draft, known, came, isUnseen, text, sending, change, cancel, look, submit } = useAnswerForm(props)
  // The field gets the focus on opening.
  const field = useFocusOnMount<HTMLTextAreaElement>(draft.text === '')
  return (
    <form onSubmit={submit} className="grid w-full gap-2 text-left md:min-w-80">
      {asked.phone && (
        <p className="text-[0.8125rem] text-ink-soft">
          {(asked.isGift ? texts.toGift : texts.to)(formatPhone(asked.phone))}
        </p>
      )}
      {known.map((each, index) =>
        each.question && each.questionId !== known[index - 1]?.questionId ? (
          <Question key={each.questionId} asked={each} isElsewhere={each.contactId !== asked.contactId} />
        ) : null,
      )}
      {isUnseen && <NewerMessageNote came={came} now={now} contactId={asked.contactId} onLook={look} />}
      <Field label={texts.field}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            rows={4}
            maxLength={answerMaxLength}
            value={draft.text}
            onChange={({ target }) => {
              sending.reset()
              change({ text: target.value })
            }}
            className="block w-full rounded-xl border border-line-strong bg-card p-3 text-base focus:border-meadow focus:outline-2 focus:outline-offset-1 focus:outline-meadow-deep"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={sending.isPending} disabled={!text || isUnseen}>
          {texts.send}
        </Button>
        <Button variant="ghost" size="sm" onClick={cancel}>
          {texts.cancel}
        </Button>
      </div>
      {sending.error && <Alert variant="error">{refusalText(sending.error)}</Alert>}
    </form>
  )
}

/** Keeps the draft and sends it, once everything that came has been looked at. */
function useAnswerForm({ asked, now, conversation, onClose }: AnswerFormProps) {
  const { contactId } = asked
  const [draft, setDraft] = useState<AnswerDraft>(
    () => answerDrafts.get(contactId) ?? emptyDraft(asked, conversation),
  )
  const [sawGone, setSawGone] = useState(false)
  const text = draft.text.trim()
  const known = [draft.asked, ...draft.newer]
  const came = compareQuestions(known, now)
  const isUnseen = came.what === 'gone' ? !sawGone : came.what !== 'nothing'
  const change = (changed: Partial<AnswerDraft>) => {
    const next = { ...draft, ...changed }
    answerDrafts.set(contactId, next)
    setDraft(next)
  }
  const close = () => {
    focusHeading()
    answerDrafts.delete(contactId)
    onClose()
  }
  const { sending, refresh } = useSending(draft, asked, close)
  return {
    ...{ draft, known, came, isUnseen, text, sending, change },
    cancel() {
      close()
      refresh()
    },
    look() {
      if (came.what === 'gone') setSawGone(true)
      else if (now) change({ newer: [...draft.newer, now] })
    },
    submit(event: FormEvent) {
      event.preventDefault()
      if (text && !isUnseen && !sending.isPending) sending.mutate(text)
    },
  }
}

function emptyDraft(asked: AnsweredQuestion, conversation: Conversation | undefined): AnswerDraft {
  return { idOf: answerIds(), text: '', asked, newer: [], conversation: conversation ?? null }
}

/** Sends an answer as one to what was last seen of the number. */
function useSending(draft: AnswerDraft, asked: AnsweredQuestion, close: () => void) {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useToast()
  const { contactId } = asked
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.conversations })
    void queries.invalidateQueries({ queryKey: queryKeys.persons })
  }
  const sending = useMutation({
    mutationKey: ['desk', 'answer'],
    mutationFn: (answer: string) => {
      const seen =
        [draft.asked, ...draft.newer].filter((each) => each.contactId === contactId).at(-1) ?? asked
      return sendAnswer(config, {
        ...{ messageId: draft.idOf(answer), contactId, text: answer, lastAnswerId: seen.lastAnswerId },
        ...(seen.questionId !== null && { answersTo: seen.questionId }),
      })
    },
    onSuccess: () => {
      close()
      refresh()
      say(texts.sent)
    },
    // Refreshes the view to show the reason.
    onError: refresh,
  })
  return { sending, refresh }
}

type NewerProps = {
  came: NewQuestion
  now: AnsweredQuestion | null
  contactId: string
  onLook: () => void
}

/** Describes the change since the form was opened. */
function NewerMessageNote({ came, now, contactId, onLook }: NewerProps) {
  if (came.what === 'nothing') return null
  return (
    <Alert variant="waiting" className="grid justify-items-start gap-2">
      <p>{texts.came[came.what]}</p>
      {now && came.what !== 'answered' && <Question asked={now} isElsewhere={now.contactId !== contactId} />}
      <Button variant="outline" size="sm" onClick={onLook}>
        {texts.look}
      </Button>
    </Alert>
  )
}

function Question({
  asked: { question, phone },
  isElsewhere,
}: {
  asked: AnsweredQuestion
  isElsewhere: boolean
}) {
  return (
    <div className="rounded-xl bg-mist px-3 py-2">
      {isElsewhere && phone && (
        <p className="text-[0.8125rem] text-ink-soft">{texts.from(formatPhone(phone))}</p>
      )}
      <p className="whitespace-pre-wrap wrap-anywhere">{question ?? messagesTexts.noText}</p>
    </div>
  )
}
