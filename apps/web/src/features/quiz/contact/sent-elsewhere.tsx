import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import type { Step } from '@app/domain/quiz/steps'
import { useState } from 'react'
import { tabStore } from '#web/lib/browser-storage.ts'
import { Button } from '#web/ui/button.tsx'
import { StepFrame } from '../steps/step-frame.tsx'
import { StepNav } from '../steps/step-nav.tsx'
import { showSentResult } from '../store/quiz-end.ts'
import { readDraft } from './contact-draft.ts'

const texts = laterQuizTexts.contact.sentElsewhere

/** Instead of the contact form, once another tab has sent these answers: a second lead would be asked of nobody. */
export function SentElsewhere({ step }: { step: Step }) {
  const [isOpening, setOpening] = useState(false)

  async function show() {
    setOpening(true)
    await showSentResult(readDraft(tabStore).name.trim())
  }

  return (
    <StepFrame
      step={step}
      title={texts.title}
      hint={texts.hint}
      onSubmit={show}
      nav={
        <StepNav>
          <Button type="submit" size="lg" busy={isOpening} className="flex-[1_1_6em] lg:flex-none">
            {texts.show}
          </Button>
        </StepNav>
      }
    >
      {null}
    </StepFrame>
  )
}
