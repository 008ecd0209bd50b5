import { panelGateTexts } from '@app/content/ru/ui/panel-gate'
import { panelSessionQuery } from '#web/features/panel-gate/pass-queries.ts'
import { useConfig } from '#web/lib/config.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { StaffGate } from './staff-gate.tsx'

const panel = pagePart(() => import('#web/features/panel/panel.tsx'))

/** The door of the internal test panel. */
export default function MiscRoute() {
  const config = useConfig()
  return (
    <StaffGate texts={panelGateTexts} passQuery={(userId) => panelSessionQuery(config, userId)}>
      {({ apiUrls }) => <LazyPart part={panel} props={{ apiUrls }} />}
    </StaffGate>
  )
}
