import { layoutTexts } from '@app/content/ru/ui/layout'
import { profileTexts as texts } from '@app/content/ru/ui/profile'
import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { useLoginRequest } from '#web/features/auth/login/login-request.ts'
import { askForLogin, openLogin } from '#web/features/auth/login/open-login.ts'
import { hasPaymentReturn, parsePaymentReturnState } from '#web/features/payment/payment-return.ts'
import { Message } from '#web/features/profile/message.tsx'
import { useAttempt } from '#web/features/quiz/store/use-quiz.ts'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { useIsInBrowser } from '#web/lib/page/hydration.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { SunBand } from './sun-band.tsx'
import type { QuizDialogStatus } from './use-quiz-dialog.ts'

type VisitorProfileProps = { testStatus: QuizDialogStatus; onTakeTest: () => void }

/** Below the buttons, which it does not move. */
const note = 'absolute -mt-4 max-w-sm pr-5'

/** The cabinet without a session: offers to sign in, or to take the test. The build renders it. */
export function VisitorProfile({ testStatus, onTakeTest }: VisitorProfileProps) {
  const { state } = useLocation()
  const isInBrowser = useIsInBrowser()
  const { quiz, finished } = useAttempt()
  const hasBought = isInBrowser && hasPaymentReturn(tabStore)
  const isFromPaying = hasBought && parsePaymentReturnState(state) !== null
  // A visitor after a payment wants to see the purchase.
  useEffect(() => {
    if (isFromPaying) openLogin()
  }, [isFromPaying])
  const { title, text } = hasBought ? texts.signIn.bought : texts.signIn
  return (
    <SunBand isTall>
      <Message title={title} text={text}>
        <Button
          size="lg"
          busy={useLoginRequest().status === 'loading'}
          onClick={() => {
            buttonClicked('sign_in', '/profile')
            askForLogin()
          }}
        >
          {texts.signIn.button}
        </Button>
        {isInBrowser && quiz.completed && finished && (
          <PageLink to="/" className={buttonStyle({ size: 'lg', variant: 'outline' })}>
            {texts.toResult}
          </PageLink>
        )}
        <Button size="lg" variant="outline" busy={testStatus === 'opening'} onClick={onTakeTest}>
          {texts.takeTest}
        </Button>
      </Message>
      {(!isInBrowser || testStatus === 'opening') && (
        <p className={`${note} late-note text-ink-soft`}>{layoutTexts.late}</p>
      )}
      {testStatus === 'failed' && (
        <p role="alert" className={`${note} text-danger`}>
          {sessionTexts.notOpened}
        </p>
      )}
    </SunBand>
  )
}
