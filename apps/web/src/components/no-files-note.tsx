import { inAppTexts as texts } from '@app/content/ru/ui/in-app'
import { inAppBrowser } from '#web/lib/in-app.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Says, inside of another app, why no file is saved there and what to do. Elsewhere nothing. */
export function NoFilesNote() {
  const inApp = inAppBrowser()
  if (!inApp) return null
  return (
    <Alert>
      {texts.noFiles(inApp.app)} {texts.how[inApp.system]}
    </Alert>
  )
}
