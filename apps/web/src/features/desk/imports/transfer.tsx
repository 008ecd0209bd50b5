import { importTexts as texts } from '@app/content/ru/ui/desk/imports'
import { contactsAtOnce } from '@app/contracts/desk/imports'
import type { ImportedContact } from '@app/domain/desk/imports/imported-contact'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { refusalText } from '../parts/query-result.tsx'
import { writeFilter } from '../people/use-people-filter.ts'
import { addContacts, beginImport } from './import-queries.ts'
import { Progress } from './progress.tsx'

type TransferProps = { label: string; contacts: readonly ImportedContact[]; onAnother: () => void }

/** Sends the contacts part by part; broken off, it goes on where it stopped. */
export function Transfer({ label, contacts, onAnother }: TransferProps) {
  const config = useConfig()
  const queries = useQueryClient()
  const begun = useRef({ importId: '', at: 0, added: 0, joined: 0 })
  const [done, setDone] = useState(0)
  const sending = useMutation({
    mutationKey: ['desk', 'import'],
    mutationFn: async () => {
      const state = begun.current
      state.importId ||= await beginImport(config, label, contacts.length)
      while (state.at < contacts.length) {
        const part = contacts.slice(state.at, state.at + contactsAtOnce)
        const { added, joined } = await addContacts(config, state.importId, part)
        state.at += part.length
        state.added += added
        state.joined += joined
        setDone(state.at)
      }
    },
    onSettled: () =>
      Promise.all(
        [queryKeys.imports, queryKeys.people, queryKeys.peopleChoices].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const { mutate } = sending
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    mutate()
  }, [mutate])
  if (sending.isSuccess) {
    const { added, joined } = begun.current
    const source = texts.source(label)
    return (
      <Alert variant="success" className="grid justify-items-start gap-3">
        <p role="status">{texts.done(added, joined)}</p>
        <div className="flex flex-wrap gap-2">
          <PageLink
            to={`/desk/people?${writeFilter({ source })}`}
            className={buttonStyle({ variant: 'outline', size: 'sm' })}
          >
            {texts.show}
          </PageLink>
          <Button variant="ghost" size="sm" onClick={onAnother}>
            {texts.another}
          </Button>
        </div>
      </Alert>
    )
  }
  return (
    <div className="grid gap-3">
      <Progress label={texts.sending} done={done} all={contacts.length} />
      {sending.error && (
        <Alert variant="error" className="grid justify-items-start gap-3">
          <p>
            {refusalText(sending.error)} {texts.broken}
          </p>
          <Button variant="outline" size="sm" onClick={() => mutate()}>
            {texts.goOn}
          </Button>
        </Alert>
      )}
    </div>
  )
}
