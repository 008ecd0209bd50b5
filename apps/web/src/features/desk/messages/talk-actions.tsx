import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import type { Talk } from '@app/contracts/desk/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { type Asked, findDraftOf } from '../drafts.ts'
import { Action } from '../parts/action.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { focusHead, useToast } from '../parts/toast-provider.tsx'
import { AnswerForm } from './answer-form.tsx'
import { markAnswered, unmarkAnswered } from './messages-queries.ts'

const texts = messagesTexts.answer

type TalkActionsProps = {
  talk: Talk
  /** It waits no more, and stands there for the answer that was begun. */
  isGone: boolean
  canMessage: boolean
}

/** What can be done about a conversation: an answer from here while WhatsApp takes one, else why not and the way that is left. */
export function TalkActions({ talk, isGone, canMessage }: TalkActionsProps) {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useToast()
  // The row is of whichever number wrote last; an answer stays with the one that it was begun for.
  const [asked, setAsked] = useState<Asked | null>(() => findDraftOf(talk.personId)?.asked ?? null)
  const canAnswer = canMessage && !talk.optedOut && talk.windowUntil !== null
  if (asked) {
    return (
      <AnswerForm
        key={asked.contactId}
        asked={asked}
        now={isGone ? null : talk}
        talk={talk}
        onClose={() => setAsked(null)}
      />
    )
  }

  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.talks })
  async function leaveOut() {
    const change = await markAnswered(config, talk)
    focusHead()
    say(texts.marked, async () => {
      await unmarkAnswered(config, talk, change).finally(refresh)
    })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
        {canAnswer ? (
          <Button size="sm" onClick={() => setAsked(talk)}>
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
          <Action name="answered" label={texts.done} run={leaveOut} onDone={() => void refresh()} />
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
