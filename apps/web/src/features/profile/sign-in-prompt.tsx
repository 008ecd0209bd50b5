import { profileTexts as texts } from '@app/content/ru/ui/profile'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

type SignInPromptProps = {
  /** In a tab that has come back from paying, whose visitor waits for what they bought. */
  hasBought: boolean
  onSignIn: (() => void) | undefined
  /** The sign-in was pressed for, and is on its way. */
  isOpening: boolean
  children: ReactNode
}

/** Nobody is signed in and the address names no result. */
export function SignInPrompt({ hasBought, onSignIn, isOpening, children }: SignInPromptProps) {
  const { title, text } = hasBought ? texts.signIn.bought : texts.signIn
  return (
    <Message title={title} text={text}>
      <Button size="lg" busy={isOpening} onClick={onSignIn}>
        {texts.signIn.button}
      </Button>
      {children}
    </Message>
  )
}
