import { importTexts as texts } from '@app/content/ru/ui/desk/imports'
import type { KnownContact } from '@app/contracts/desk/imports'
import type { ContactTable } from '@app/domain/desk/imports/contact-table'
import { type ColumnRole, type ReadContacts, readContacts } from '@app/domain/desk/imports/imported-contact'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { refusalText } from '../parts/query-result.tsx'
import { Columns } from './columns.tsx'
import { findKnown } from './import-queries.ts'
import { KnownPeople } from './known-people.tsx'
import { Progress } from './progress.tsx'
import { Transfer } from './transfer.tsx'

type FoundContactsProps = { fileName: string; table: ContactTable; onAnother: () => void }

/** Shows what a file holds, asks what is not clear, and says who is there already before anything is kept. */
export function FoundContacts({ fileName, table, onAnother }: FoundContactsProps) {
  const config = useConfig()
  const [roles, setRoles] = useState(() => new Map(table.columns.map(({ index, role }) => [index, role])))
  const [label, setLabel] = useState(() => labelOf(fileName, table))
  const [checked, setChecked] = useState(0)
  const found = useMemo(() => readContacts(table.rows, roles), [table, roles])
  const isReachable = [...roles.values()].some((role) => role === 'phone' || role === 'email')
  const checking = useMutation({
    mutationKey: ['desk', 'known-contacts'],
    mutationFn: () => findKnown(config, found.contacts, setChecked),
  })
  const [isBegun, setBegun] = useState(false)
  function choose(index: number, role: ColumnRole) {
    checking.reset()
    setRoles(new Map(roles).set(index, role))
  }
  const contacts = found.contacts
  if (isBegun) return <Transfer label={label.trim()} contacts={contacts} onAnother={onAnother} />
  return (
    <section aria-label={texts.columns.title} className="grid gap-5">
      <Columns columns={table.columns} roles={roles} onChoose={choose} />
      {isReachable ? <Counts found={found} /> : <Alert variant="waiting">{texts.columns.lacking}</Alert>}
      {contacts.length > 0 && (
        <>
          <Field label={texts.label} hint={texts.labelHint} className="max-w-md">
            {(control) => (
              <Input
                {...control}
                value={label}
                maxLength={60}
                autoComplete="off"
                onChange={({ target }) => setLabel(target.value)}
              />
            )}
          </Field>
          {checking.isPending && <Progress label={texts.checking} done={checked} all={contacts.length} />}
          {checking.error && <Alert variant="error">{refusalText(checking.error)}</Alert>}
          {checking.data ? (
            <Ready
              known={checking.data}
              count={contacts.length}
              isNamed={label.trim() !== ''}
              onSubmit={() => setBegun(true)}
            />
          ) : (
            <Button
              className="justify-self-start"
              busy={checking.isPending}
              onClick={() => checking.mutate()}
            >
              {texts.check}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

type ReadyProps = { known: readonly KnownContact[]; count: number; isNamed: boolean; onSubmit: () => void }

function Ready({ known, count, isNamed, onSubmit }: ReadyProps) {
  return (
    <>
      <KnownPeople known={known} />
      <Button className="justify-self-start" disabled={!isNamed} onClick={onSubmit}>
        {texts.submit(count)}
      </Button>
    </>
  )
}

const shownFaults = 50

function Counts({ found: { contacts, faults, repeated } }: { found: ReadContacts }) {
  const faultyRows = new Set(faults.map(({ row }) => row)).size
  return (
    <div role="status" className="grid gap-2">
      <p className="font-medium">
        {contacts.length > 0 ? texts.found.contacts(contacts.length) : texts.found.none}
      </p>
      {repeated > 0 && <p className="text-label text-ink-soft">{texts.found.repeated(repeated)}</p>}
      {faults.length > 0 && (
        <details open={faults.length <= 5}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-label text-meadow-deep underline underline-offset-4">
            {texts.found.faults(faultyRows)}
          </summary>
          <ul className="grid gap-1 text-label">
            {faults.slice(0, shownFaults).map((fault) => (
              <li key={`${fault.row} ${fault.fault}`} className="wrap-anywhere">
                {texts.found.fault(fault)}
              </li>
            ))}
            {faults.length > shownFaults && <li>{texts.found.moreFaults(faults.length - shownFaults)}</li>}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Proposes where the people are from, by what only one of the sources calls its columns. */
function labelOf(fileName: string, { columns }: ContactTable): string {
  const titles = columns.map(({ title }) => title.toLowerCase())
  const has = (...names: string[]) => names.some((name) => titles.includes(name))
  if (has('ad_id', 'form_id', 'campaign_id')) return texts.labels.meta
  if (has('отметка времени', 'timestamp')) return texts.labels.google
  if (has('network id', 'submit date (utc)')) return texts.labels.typeform
  if (/\.vcf$/i.test(fileName) || has('phone 1 - value')) return texts.labels.phone
  return fileName.replace(/\.\w+$/, '').slice(0, 60)
}
