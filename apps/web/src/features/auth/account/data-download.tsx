import { accountTexts } from '@app/content/ru/ui/account'
import { useMutation } from '@tanstack/react-query'
import { NoFilesNote } from '#web/components/no-files-note.tsx'
import { useConfig } from '#web/lib/config.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccountPart } from './account-part.tsx'
import { collectOwnData } from './own-data.ts'

const texts = accountTexts.data

/** Downloads the user's data for reading or for a program. */
export function DataDownload() {
  const config = useConfig()
  const download = useMutation({
    mutationKey: ['account', 'export'],
    mutationFn: async (kind: 'page' | 'json') => {
      const data = await collectOwnData(config)
      const day = data.exportedAt.slice(0, 10)
      if (kind === 'json') return saveFile(texts.fileName(day, 'json'), JSON.stringify(data, null, 2))
      // The page's texts are loaded on demand.
      const { ownDataPage } = await import('@app/content/ru/own-data/own-data-page')
      saveFile(texts.fileName(day, 'html'), ownDataPage(data, config.owner), 'text/html;charset=utf-8')
    },
  })
  const isBusy = (kind: 'page' | 'json') => download.isPending && download.variables === kind
  return (
    <AccountPart title={texts.title} text={texts.text}>
      {download.isError && <Alert variant="error">{texts.failed}</Alert>}
      <NoFilesNote />
      <div className="flex flex-wrap gap-2">
        {(['page', 'json'] as const).map((kind) => (
          <Button
            key={kind}
            variant={kind === 'page' ? 'outline' : 'ghost'}
            size="sm"
            className={kind === 'json' ? 'max-sm:-ml-4' : undefined}
            busy={isBusy(kind)}
            disabled={download.isPending && !isBusy(kind)}
            onClick={() => download.mutate(kind)}
          >
            {texts.download[kind]}
          </Button>
        ))}
      </div>
    </AccountPart>
  )
}
