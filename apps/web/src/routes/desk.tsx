import { deskGateTexts } from '@app/content/ru/ui/desk-gate'
import { deskSessionQuery } from '#web/features/panel-gate/pass-queries.ts'
import { useConfig } from '#web/lib/config.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { StaffDoor } from './staff-door.tsx'

const desk = pagePart(() => import('#web/features/desk/desk.tsx'))

/** The door of the owner's desk. */
export default function DeskRoute() {
  const config = useConfig()
  return (
    <StaffDoor texts={deskGateTexts} passQuery={(userId) => deskSessionQuery(config, userId)}>
      {({ role }) => <LazyPart part={desk} props={{ role }} />}
    </StaffDoor>
  )
}
