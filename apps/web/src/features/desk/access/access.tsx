import { accessTexts as texts } from '@app/content/ru/ui/desk/access'
import { PasskeysSection } from '#web/components/passkeys/passkeys-section.tsx'
import { FactorsSection } from '#web/components/second-factor/factors-section.tsx'
import { useMay } from '../desk-context.ts'
import { DeskPage } from '../parts/desk-page.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StaffSection } from './staff-section.tsx'

/** Shows the staff to the owner, and one's own sign-in methods to all staff. */
export function Access() {
  const may = useMay()
  return (
    <DeskPage title={texts.title}>
      {may('staff') && <StaffSection />}
      <FactorsSection />
      <PasskeysSection />
      <SessionsSection />
    </DeskPage>
  )
}
