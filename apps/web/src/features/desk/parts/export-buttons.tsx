import { peopleTexts } from '@app/content/ru/ui/desk/people'
import { type ExportRequest, exportFormats } from '@app/contracts/desk/exports'
import { useMutation } from '@tanstack/react-query'
import { NoFilesNote } from '#web/components/no-files-note.tsx'
import { FreshProof } from '#web/components/second-factor/fresh-proof.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Button } from '#web/ui/button.tsx'
import { useMay } from '../desk-context.ts'
import { needsSecondFactor } from './needs-second-factor.ts'
import { saveExport } from './save-export.ts'

const texts = peopleTexts.exports

type ExportWithoutFormat = ExportRequest extends infer Each
  ? Each extends ExportRequest
    ? Omit<Each, 'format'>
    : never
  : never

/** Takes the rows of a view along; for whoever may, and has shown just now who they are. */
export function ExportButtons({ request }: { request: ExportWithoutFormat }) {
  const config = useConfig()
  const may = useMay()
  const saving = useMutation({
    mutationKey: ['desk', 'export'],
    mutationFn: (format: ExportRequest['format']) =>
      saveExport(config, { ...request, format } as ExportRequest),
  })
  if (!may('exports')) return null
  const wanted = saving.variables
  if (wanted && needsSecondFactor(saving.error)) {
    return (
      <div className="w-full max-w-[34rem] rounded-card border border-line-strong p-4">
        <FreshProof submit={texts[wanted]} onShown={() => saving.mutate(wanted)} onKept={saving.reset} />
      </div>
    )
  }
  return (
    <>
      <NoFilesNote />
      {exportFormats.map((format) => (
        <Button
          key={format}
          variant="outline"
          size="sm"
          busy={saving.isPending && saving.variables === format}
          onClick={() => saving.mutate(format)}
        >
          {texts[format]}
        </Button>
      ))}
      {saving.error && (
        <p role="alert" className="w-full text-label text-danger">
          {texts.failed}
        </p>
      )}
    </>
  )
}
