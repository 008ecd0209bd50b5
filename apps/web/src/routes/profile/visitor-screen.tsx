import { layoutTexts } from '@app/content/ru/ui/layout'
import { profileTexts as texts } from '@app/content/ru/ui/profile'
import { sessionTexts } from '@app/content/ru/ui/sign-in/session'
import { SignInPrompt } from '#web/features/profile/sign-in-prompt.tsx'
import { Button } from '#web/ui/button.tsx'
import { SunBand } from './sun-band.tsx'
import type { QuizDialogStatus } from './use-quiz-dialog.ts'

type VisitorScreenProps = {
  /** In a tab that has come back from paying, whose visitor waits for what they bought. */
  hasBought: boolean
  /** Without these the buttons do nothing: the build draws them before anybody is there, and the page says after a while why. */
  onSignIn?: () => void
  onTakeTest?: () => void
  isSignInOpening?: boolean
  testStatus?: QuizDialogStatus
}

/** Below the buttons, which it does not move. */
const note = 'absolute -mt-4 max-w-sm pr-5'

/** The cabinet of nobody: offers to sign in, or to take the test. */
export function VisitorScreen({
  hasBought,
  onSignIn,
  onTakeTest,
  isSignInOpening = false,
  testStatus,
}: VisitorScreenProps) {
  const isWaiting = !onTakeTest || testStatus === 'opening'
  return (
    <SunBand isTall>
      <SignInPrompt hasBought={hasBought} onSignIn={onSignIn} isOpening={isSignInOpening}>
        <Button size="lg" variant="outline" busy={testStatus === 'opening'} onClick={onTakeTest}>
          {texts.takeTest}
        </Button>
      </SignInPrompt>
      {isWaiting && <p className={`${note} late-note text-ink-soft`}>{layoutTexts.late}</p>}
      {testStatus === 'failed' && (
        <p role="alert" className={`${note} text-danger`}>
          {sessionTexts.notOpened}
        </p>
      )}
    </SunBand>
  )
}
