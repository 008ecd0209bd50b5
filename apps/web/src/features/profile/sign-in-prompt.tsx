import { profileTexts as texts } from '@app/content/ru/ui/profile'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Message } from './message.tsx'

type SignInPromptProps = {
  /** In a tab that has come back from paying, whose visitor waits for what they bought. */
  hasBought: boolean
  onSignIn: (() => void) | undefined
  children: ReactNode
}

/** Nobody is signed in and the address names no result. */
export function SignInPrompt({ hasBought, onSignIn, children }: SignInPromptProps) {
  const { title, text } = hasBought ? texts.signIn.bought : texts.signIn
  return (
    <Message title={title} text={text}>
      <Button size="lg" onClick={onSignIn}>
        {texts.signIn.button}
      </Button>
      {children}
    </Message>
  )
}
