import { importTexts as texts } from '@app/content/ru/ui/desk/imports'
import { useMutation } from '@tanstack/react-query'
import { PageLink } from '#web/components/page-link.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { ArrowLeftIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DeskPage } from '../parts/desk-page.tsx'
import { FoundContacts } from './found-contacts.tsx'
import { ImportList } from './import-list.tsx'
import { type ContactFileReading, readContactFile } from './read-contact-file.ts'

/** Brings people in from a file: what is found is shown before anything is kept. */
export function ImportPage() {
  const reading = useMutation({
    mutationKey: ['desk', 'contact-file'],
    mutationFn: async (file: File) => ({ file, reading: await readContactFile(file) }),
  })
  const read = reading.data?.reading
  return (
    <DeskPage title={texts.title} lead={texts.lead}>
      <PageLink
        to="/desk/people"
        className={buttonStyle({ variant: 'ghost', size: 'sm', className: 'justify-self-start' })}
      >
        <ArrowLeftIcon className="size-5" />
        {texts.back}
      </PageLink>
      <Field label={texts.file} hint={texts.fileHint} error={faultText(read, reading.isError)} live="polite">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.vcf,text/csv,text/vcard,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            // Emptied, so that the same file can be chosen again after it was mended.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) reading.mutate(file)
            }}
            className="block w-full max-w-md text-label file:mr-3 file:min-h-11 file:rounded-full file:border file:border-line-strong file:bg-card file:px-4 file:font-medium"
          />
        )}
      </Field>
      <a
        href="/contacts-sample.csv"
        download
        className="inline-flex min-h-11 items-center justify-self-start text-label text-meadow-deep underline underline-offset-4"
      >
        {texts.sample}
      </a>
      {reading.isPending && <Spinner className="size-7" label={texts.reading} />}
      {read?.outcome === 'read' && reading.data && (
        <FoundContacts
          // Another file begins anew.
          key={reading.submittedAt}
          fileName={reading.data.file.name}
          table={read.table}
          onAnother={reading.reset}
        />
      )}
      <ImportList />
    </DeskPage>
  )
}

function faultText(read: ContactFileReading | undefined, isUnread: boolean) {
  if (isUnread) return texts.faults.unread
  if (!read || read.outcome === 'read') return undefined
  return texts.faults[read.outcome === 'unreadable' ? read.fault : read.outcome]
}
