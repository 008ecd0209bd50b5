import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import type { Conversation } from '@app/contracts/desk/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { type AnsweredQuestion, findDraftOf } from '../drafts.ts'
import { Action } from '../parts/action.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { focusHeading, useToast } from '../parts/toast-provider.tsx'
import { AnswerForm } from './answer-form.tsx'
import { markAnswered, unmarkAnswered } from './messages-queries.ts'

const texts = messagesTexts.answer

type ConversationActionsProps = {
  conversation: Conversation
  /** True when the conversation stays only for its draft. */
  isGone: boolean
  canMessage: boolean
}

/**
 * Shows what can be done about a conversation: an answer from here while WhatsApp takes one, else
 * why not and the way that is left.
 */
export function ConversationActions({ conversation, isGone, canMessage }: ConversationActionsProps) {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useToast()
  // The row is of whichever number wrote last; an answer stays with the one that it was begun for.
  const [asked, setAsked] = useState<AnsweredQuestion | null>(
    () => findDraftOf(conversation.personId)?.asked ?? null,
  )
  const canAnswer = canMessage && !conversation.optedOut && conversation.windowUntil !== null
  if (asked) {
    return (
      <AnswerForm
        key={asked.contactId}
        asked={asked}
        now={isGone ? null : conversation}
        conversation={conversation}
        onClose={() => setAsked(null)}
      />
    )
  }

  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.conversations })
  async function leaveOut() {
    const change = await markAnswered(config, conversation)
    focusHeading()
    say(texts.marked, async () => {
      await unmarkAnswered(config, conversation, change).finally(refresh)
    })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        {canAnswer ? (
          <Button size="sm" onClick={() => setAsked(conversation)}>
            {texts.open}
          </Button>
        ) : (
          conversation.phone && (
            <a
              href={whatsappUrl(conversation.phone)}
              target="_blank"
              rel="noreferrer"
              className={buttonStyle({ variant: 'outline', size: 'sm' })}
            >
              {texts.byHand}
            </a>
          )
        )}
        {conversation.waitsSince && (
          <Action name="answered" label={texts.done} run={leaveOut} onDone={() => void refresh()} />
        )}
      </div>
      {!canAnswer && conversation.waitsSince && (
        <p className="max-w-72 text-[0.8125rem] text-ink-soft">
          {conversation.optedOut ? texts.optedOut : canMessage ? texts.closed : texts.off}
        </p>
      )}
    </div>
  )
}
