import { deskGateTexts } from '@app/content/ru/ui/desk-gate'
import { deskSessionQuery } from '#web/features/panel-gate/pass-queries.ts'
import { useConfig } from '#web/lib/config.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { StaffGate } from './staff-gate.tsx'

const desk = pagePart(() => import('#web/features/desk/desk.tsx'))

/** The route of the owner's desk. */
export default function DeskRoute() {
  const config = useConfig()
  return (
    <StaffGate texts={deskGateTexts} passQuery={(userId) => deskSessionQuery(config, userId)}>
      {({ role }) => <LazyPart part={desk} props={{ role }} />}
    </StaffGate>
  )
}
