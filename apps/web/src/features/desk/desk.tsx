import { deskTexts as texts } from '@app/content/ru/ui/desk/shell'
import { hasPermission, type StaffRole } from '@app/domain/auth/roles'
import { useMemo } from 'react'
import { Route, Routes } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { useStaffPage } from '#web/lib/page/staff-page.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { DeskContext } from './desk-context.ts'
import { DeskNav } from './desk-nav.tsx'
import { DeskPage } from './parts/desk-page.tsx'
import { ToastProvider } from './parts/toast-provider.tsx'
import { useRefreshOnChanges } from './use-refresh-on-changes.ts'
import { deskViews } from './views.ts'

/** The owner's desk: its navigation, and the view that the address names. */
export default function Desk({ role }: { role: StaffRole }) {
  const context = useMemo(() => ({ role }), [role])
  useRefreshOnChanges()
  useStaffPage()
  const views = deskViews.filter(({ needs }) => hasPermission(role, needs))
  return (
    <DeskContext value={context}>
      <Container className="grid gap-6 pt-2 pb-16">
        <DeskNav views={views} />
        <ToastProvider>
          <Routes>
            {views.map(({ name, path, View }) => (
              <Route key={name} path={path} element={<View />} />
            ))}
            <Route path="*" element={<NoSuchView />} />
          </Routes>
        </ToastProvider>
      </Container>
    </DeskContext>
  )
}

function NoSuchView() {
  return (
    <DeskPage title={texts.noSuchView.title} lead={texts.noSuchView.text}>
      <PageLink to="/desk" className={buttonStyle({ variant: 'outline', className: 'justify-self-start' })}>
        {texts.noSuchView.back}
      </PageLink>
    </DeskPage>
  )
}
