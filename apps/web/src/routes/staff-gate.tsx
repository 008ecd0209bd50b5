import { QueryClientProvider, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { PageLoading } from '#web/components/page-loading.tsx'
import { PasskeySignIn } from '#web/components/passkeys/passkey-sign-in.tsx'
import { askForLogin } from '#web/features/auth/login/open-login.ts'
import { AccessDenied } from '#web/features/panel-gate/access-denied.tsx'
import { SecondFactorGate } from '#web/features/panel-gate/second-factor-gate.tsx'
import { ApiError } from '#web/lib/api.ts'
import { usePageMeta } from '#web/lib/page/page-meta.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'

type GateTexts = {
  title: string
  signIn: { text: string; button: string }
  refused: { text: string; home: string }
  failed: { text: string; offline: string; retry: string }
}

type StaffGateProps<Pass> = {
  texts: GateTexts
  /** The query that asks the server to admit this user. */
  passQuery: (userId: string) => UseQueryOptions<Pass, Error, Pass, string[]>
  /** The page itself. The server sends its script only to an admitted user. */
  children: (pass: Pass) => ReactNode
}

/**
 * Guards a page for staff: signs the user in, asks for the second factor, and explains a refusal.
 */
export function StaffGate<Pass>(props: StaffGateProps<Pass>) {
  const { texts } = props
  usePageMeta({ title: texts.title })
  const session = useSession()

  if (session.status === 'signed-out') {
    return (
      <AccessDenied title={texts.title} text={texts.signIn.text}>
        <Button size="lg" onClick={askForLogin}>
          {texts.signIn.button}
        </Button>
        <PasskeySignIn />
      </AccessDenied>
    )
  }
  return (
    <QueryClientProvider client={queryClient}>
      <AdmittedContent key={session.person.id} userId={session.person.id} {...props} />
    </QueryClientProvider>
  )
}

function AdmittedContent<Pass>({
  userId,
  texts,
  passQuery,
  children,
}: StaffGateProps<Pass> & { userId: string }) {
  const { data, error, refetch } = useQuery({ ...passQuery(userId), refetchOnReconnect: 'always' })
  if (data && !isRefusal(error)) return <Suspense fallback={<PageLoading />}>{children(data)}</Suspense>
  if (!error) return <PageLoading />
  if (error instanceof ApiError && error.code === 'second_factor_required') {
    return <SecondFactorGate onShown={() => void refetch()} />
  }
  if (!isRefusal(error)) {
    return (
      <AccessDenied
        title={texts.title}
        text={isUnreachable(error) ? texts.failed.offline : texts.failed.text}
      >
        <Button onClick={() => void refetch()}>{texts.failed.retry}</Button>
      </AccessDenied>
    )
  }
  return (
    <AccessDenied title={texts.title} text={texts.refused.text}>
      <PageLink to="/" className={buttonStyle()}>
        {texts.refused.home}
      </PageLink>
    </AccessDenied>
  )
}

function isUnreachable(error: Error): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}

/** Only a refusal by the server is final. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403)
}
