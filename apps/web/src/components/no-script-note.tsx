import { layoutTexts } from '@app/content/ru/ui/layout'

/** Says on a page that the browser draws why it stays empty. */
export function NoScriptNote() {
  return (
    <noscript>
      <p className="px-5 pt-12 text-center text-lg">{layoutTexts.noScript}</p>
    </noscript>
  )
}
