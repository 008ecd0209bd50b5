import { moneyTexts } from '@app/content/ru/ui/desk/money'
import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { formatShortDay } from '@app/content/ru/writing/date'
import { formatTenge } from '@app/content/ru/writing/money'
import { maxRegistryBytes, type RegistryResponse } from '@app/contracts/desk/money'
import { maxRegistryRows } from '@app/domain/desk/registry'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Column, DeskTable } from '../parts/desk-table.tsx'
import { refusalText } from '../parts/query-result.tsx'
import { compareRegistry } from './money-queries.ts'

const texts = moneyTexts.registry

type Compared = Extract<RegistryResponse, { outcome: 'compared' }>
type Difference = Compared['differences'][number]

const sum = (tiyn: number | undefined) => (tiyn === undefined ? '—' : formatTenge(tiyn))

const columns: readonly Column<Difference>[] = [
  { id: 'number', head: texts.number, isName: true, cell: ({ invId }) => `№\u00a0${invId}` },
  { id: 'what', head: texts.what, cell: ({ kind }) => texts.kinds[kind] },
  { id: 'there', head: texts.there, isNumber: true, cell: ({ thereTiyn }) => sum(thereTiyn) },
  { id: 'here', head: texts.here, isNumber: true, cell: ({ hereTiyn }) => sum(hereTiyn) },
  {
    id: 'buyer',
    head: texts.buyer,
    cell: ({ personId, name }) =>
      personId ? (
        <PageLink
          to={`/desk/people/${personId}`}
          className="inline-flex min-h-11 min-w-11 items-center wrap-anywhere md:min-h-6"
        >
          {name || peopleTexts.nameless}
        </PageLink>
      ) : (
        (name ?? '—')
      ),
  },
]

/** Shows whether the provider's registry of payments says the same as our orders. */
export function Registry() {
  const config = useConfig()
  const [isTooLarge, setTooLarge] = useState(false)
  const comparing = useMutation({
    mutationKey: ['desk', 'registry'],
    mutationFn: async (file: File) => compareRegistry(config, await toBase64(file)),
  })
  function choose(file: File | undefined) {
    comparing.reset()
    setTooLarge(file !== undefined && file.size > maxRegistryBytes)
    if (file && file.size <= maxRegistryBytes) comparing.mutate(file)
  }
  return (
    <div className="grid gap-5">
      <p className="max-w-[46rem] text-ink-soft">{texts.lead}</p>
      <Field label={texts.file} error={isTooLarge ? texts.tooLarge : undefined}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.txt,text/csv"
            onChange={({ target }) => choose(target.files?.[0])}
            className="block w-full max-w-md text-label file:mr-3 file:min-h-11 file:rounded-full file:border file:border-line-strong file:bg-card file:px-4 file:font-medium"
          />
        )}
      </Field>
      {comparing.isPending && <Spinner className="size-7" />}
      {comparing.error && <Alert variant="error">{refusalText(comparing.error)}</Alert>}
      {comparing.data && <Outcome outcome={comparing.data} />}
    </div>
  )
}

function Outcome({ outcome }: { outcome: RegistryResponse }) {
  if (outcome.outcome === 'too_many') return <Alert variant="error">{texts.tooMany(maxRegistryRows)}</Alert>
  if (outcome.outcome === 'unreadable') {
    return (
      <Alert variant="error">
        {texts.unreadable} {outcome.lacks.map((each) => texts.lacks[each]).join(', ')}.
      </Alert>
    )
  }
  const { agreed, agreedTiyn, differences, from, until, skipped } = outcome
  const now = new Date()
  return (
    <section aria-label={texts.caption} className="grid gap-3">
      <Alert variant={differences.length === 0 ? 'success' : 'waiting'}>
        <p>{texts.agreed(agreed, formatTenge(agreedTiyn))}</p>
        {differences.length === 0 && <p>{texts.allAgreed}</p>}
      </Alert>
      <p className="text-label text-ink-soft">
        {from && until ? texts.days(formatShortDay(from, now), formatShortDay(until, now)) : texts.noDays}{' '}
        {skipped > 0 && texts.skipped(skipped)}
      </p>
      {differences.length > 0 && (
        <DeskTable
          caption={texts.caption}
          isCaptionSeen
          columns={columns}
          rows={differences}
          rowKey={({ kind, invId }) => `${kind} ${invId}`}
        />
      )}
      <DifferenceAdvice differences={differences} />
    </section>
  )
}

const differencesWithAdvice = ['unknown_here', 'not_paid_here', 'refunded_there'] as const

/** Shows what to do about what does not agree, once a kind. */
function DifferenceAdvice({ differences }: { differences: readonly Difference[] }) {
  const found = differencesWithAdvice.filter((kind) => differences.some((each) => each.kind === kind))
  if (found.length === 0) return null
  return (
    <div className="grid max-w-[46rem] gap-2">
      <h3 className="font-medium">{texts.todoTitle}</h3>
      <dl className="grid gap-3">
        {found.map((kind) => (
          <div key={kind}>
            <dt className="text-label font-medium">{texts.kinds[kind]}</dt>
            <dd className="text-ink-soft">{texts.todo[kind]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In chunks, because of the argument limit.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
