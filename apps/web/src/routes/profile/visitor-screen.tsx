import { profileTexts as texts } from '@app/content/ru/ui/profile'
import type { ReactNode } from 'react'
import { SignInPrompt } from '#web/features/profile/sign-in-prompt.tsx'
import { Button } from '#web/ui/button.tsx'
import { SunBand } from './sun-band.tsx'

type VisitorScreenProps = {
  /** In a tab that has come back from paying, whose visitor waits for what they bought. */
  hasBought: boolean
  /** Without these the buttons do nothing: the build draws them before anybody is there. */
  onSignIn?: () => void
  onTakeTest?: () => void
  /** The test has been asked for, and its script is on its way. */
  isOpening?: boolean
  /** Stands below the buttons. */
  children?: ReactNode
}

/** The cabinet of nobody: offers to sign in, or to take the test. */
export function VisitorScreen({
  hasBought,
  onSignIn,
  onTakeTest,
  isOpening = false,
  children,
}: VisitorScreenProps) {
  return (
    <SunBand isTall>
      <SignInPrompt hasBought={hasBought} onSignIn={onSignIn}>
        <Button size="lg" variant="outline" busy={isOpening} onClick={onTakeTest}>
          {texts.takeTest}
        </Button>
      </SignInPrompt>
      {children}
    </SunBand>
  )
}
