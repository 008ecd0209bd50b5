import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/icons.tsx'
import { stepBack } from './quiz-actions.ts'

/** Back, and at the thumb's side the way on. `children` replaces Next. */
export function StepNav({ canGoOn = true, children }: { canGoOn?: boolean; children?: ReactNode }) {
  return (
    <div className="flex gap-3">
      <Button variant="ghost" size="lg" onClick={stepBack} className="max-sm:px-4 lg:order-2">
        <ArrowLeftIcon className="size-5" />
        {texts.back}
      </Button>
      {children ?? (
        <Button type="submit" size="lg" disabled={!canGoOn} className="flex-1 lg:flex-none lg:min-w-44">
          {texts.next}
          <ArrowRightIcon className="size-5" />
        </Button>
      )}
    </div>
  )
}
