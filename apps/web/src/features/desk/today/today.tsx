import { deskTexts } from '@app/content/ru/ui/desk/shell'
import { DeskPage } from '../parts/desk-page.tsx'

/** The first view: what waits for whoever works here today. */
export function Today() {
  return <DeskPage title={deskTexts.views.today}>{null}</DeskPage>
}
