import { profileErrorTexts } from '@app/content/ru/errors'
import { profileTexts as texts } from '@app/content/ru/ui/profile'
import type { ReactNode } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useIsOnline } from '#web/lib/query-client.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { Message } from './message.tsx'

type ProfileFailureProps = {
  /** A text of `profileErrorTexts`. */
  message: string
  /** The specification's sentence, said first, and what helps. */
  explanation?: string
  onRetry?: () => void
  /** The help above the link home. */
  children?: ReactNode
}

/** Loading failed: says so, and leads home. */
export function ProfileFailure({ message, explanation, onRetry, children }: ProfileFailureProps) {
  return (
    <Container role="alert">
      <Message title={message} {...(explanation && { text: explanation })}>
        {onRetry && <Button onClick={onRetry}>{texts.tryAgain}</Button>}
        {children}
        <PageLink to="/" className={buttonStyle({ variant: onRetry || children ? 'outline' : 'default' })}>
          {texts.home}
        </PageLink>
      </Message>
    </Container>
  )
}

type LoadFailureProps = {
  /** The failed data. */
  what: 'cabinet' | 'result'
  onRetry: () => void
}

/** The server could not be asked. Without a network it is asked again as soon as there is one. */
export function LoadFailure({ what, onRetry }: LoadFailureProps) {
  const isOnline = useIsOnline()
  const hints = profileErrorTexts.loadFailedHints[what]
  return (
    <ProfileFailure
      message={profileErrorTexts.loadFailed}
      explanation={isOnline ? hints.online : hints.offline}
      onRetry={onRetry}
    />
  )
}

/** The cabinet before the first test. */
export function EmptyProfile({ children }: { children: ReactNode }) {
  return (
    <Message level="h2" title={texts.empty.title} text={`${profileErrorTexts.noResults} ${texts.empty.text}`}>
      {children}
    </Message>
  )
}
