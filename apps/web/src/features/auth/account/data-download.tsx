import { accountTexts } from '@app/content/ru/ui/account'
import { useMutation } from '@tanstack/react-query'
import { useConfig } from '#web/lib/config.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { AccountPart } from './account-section.tsx'
import { collectOwnData } from './own-data.ts'

const texts = accountTexts.data

/** Everything kept about the user, as a file. */
export function DataDownload() {
  const config = useConfig()
  const download = useMutation({
    mutationKey: ['account', 'export'],
    mutationFn: async () => {
      const data = await collectOwnData(config)
      saveFile(texts.fileName(data.exportedAt.slice(0, 10)), JSON.stringify(data, null, 2))
    },
  })
  return (
    <AccountPart title={texts.title} text={texts.text}>
      {download.isError && <Alert variant="error">{texts.failed}</Alert>}
      <Button variant="outline" size="sm" busy={download.isPending} onClick={() => download.mutate()}>
        {texts.download}
      </Button>
    </AccountPart>
  )
}
