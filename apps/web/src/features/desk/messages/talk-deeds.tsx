import { messagesTexts } from '@app/content/ru/ui/desk/messages'
import type { Talk } from '@app/contracts/desk/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { whatsappUrl } from '../parts/contact-links.ts'
import { Deed } from '../parts/deed.tsx'
import { focusHead, useSay } from '../parts/say.tsx'
import { AnswerForm, useIsBegun } from './answer-form.tsx'
import { markAnswered, unmarkAnswered } from './messages-queries.ts'

const texts = messagesTexts.answer

/** What can be done about a conversation: an answer from here while WhatsApp takes one, else why not and the way that is left. */
export function TalkDeeds({ talk, canMessage }: { talk: Talk; canMessage: boolean }) {
  const config = useConfig()
  const queries = useQueryClient()
  const say = useSay()
  const [isOpen, setOpen] = useState(useIsBegun(talk.contactId))
  const canAnswer = canMessage && !talk.optedOut && talk.windowUntil !== null
  if (isOpen && canAnswer) return <AnswerForm {...talk} onClose={() => setOpen(false)} />

  const refresh = () => queries.invalidateQueries({ queryKey: queryKeys.talks })
  async function leaveOut() {
    const { answeredAt } = await markAnswered(config, talk.personId)
    focusHead()
    say(texts.marked, async () => {
      await unmarkAnswered(config, talk.personId, answeredAt)
      await refresh()
    })
  }
  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex flex-wrap gap-2">
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
          <Deed name="answered" label={texts.done} run={leaveOut} onDone={() => void refresh()} />
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
