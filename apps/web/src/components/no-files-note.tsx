import { inAppTexts as texts } from '@app/content/ru/ui/in-app'
import { inAppBrowserOf } from '@app/domain/in-app-browser'
import { Alert } from '#web/ui/alert.tsx'

/** Says, inside of another app, why no file is saved there and what to do. Elsewhere nothing. */
export function NoFilesNote() {
  const inApp = inAppBrowserOf(navigator.userAgent)
  if (!inApp) return null
  return (
    <Alert>
      {texts.noFiles(inApp.app)} {texts.how[inApp.system]}
    </Alert>
  )
}
