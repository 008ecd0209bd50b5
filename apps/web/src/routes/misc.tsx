import { panelGateTexts as texts } from '@app/content/ru/ui/panel-gate'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { PageLoading } from '#web/components/page-loading.tsx'
import { openLogin } from '#web/features/auth/login/login-request.ts'
import { ClosedDoor } from '#web/features/panel-gate/closed-door.tsx'
import { panelSessionQuery } from '#web/features/panel-gate/panel-session-query.ts'
import { SecondFactorGate } from '#web/features/panel-gate/second-factor-gate.tsx'
import { ApiError } from '#web/lib/api.ts'
import { useConfig } from '#web/lib/config.ts'
import { LazyPart, pagePart } from '#web/lib/page/lazy-part.tsx'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'

// The server answers for this script only to an administrator; asked for earlier, it is not there.
const panel = pagePart(() => import('#web/features/panel/panel.tsx'))

/** The door of the internal test panel. */
export default function MiscRoute() {
  usePageMeta({ title: texts.title })
  const session = useSession()

  if (session.status === 'unknown') return <PageLoading />
  if (session.status === 'signed-out') {
    return (
      <ClosedDoor text={texts.signIn.text}>
        <Button size="lg" onClick={() => void openLogin()}>
          {texts.signIn.button}
        </Button>
      </ClosedDoor>
    )
  }
  return (
    <QueryClientProvider client={queryClient}>
      <Admission key={session.person.id} userId={session.person.id} />
    </QueryClientProvider>
  )
}

function Admission({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(panelSessionQuery(useConfig(), userId))
  if (data && !isRefusal(error)) {
    return (
      <Suspense fallback={<PageLoading />}>
        <LazyPart part={panel} props={{ apiUrls: data.apiUrls }} />
      </Suspense>
    )
  }
  if (!error) return <PageLoading />
  if (error instanceof ApiError && error.code === 'second_factor_required') {
    return <SecondFactorGate onShown={() => void refetch()} />
  }
  if (!isRefusal(error)) {
    return (
      <ClosedDoor text={texts.failed.text}>
        <Button onClick={() => void refetch()}>{texts.failed.retry}</Button>
      </ClosedDoor>
    )
  }
  return (
    <ClosedDoor text={texts.refused.text}>
      <PageLink to="/" className={buttonStyle()}>
        {texts.refused.home}
      </PageLink>
    </ClosedDoor>
  )
}

/** The server knows who asks and says no; anything else may pass. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}
