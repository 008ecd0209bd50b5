import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/icons.tsx'
import { stepBack } from '../store/quiz-actions.ts'

/** Back, and at the thumb's side the way on. `children` replaces Next. */
export function StepNav({ canGoOn = true, children }: { canGoOn?: boolean; children?: ReactNode }) {
  return (
    <div className="@container">
      <div className="flex flex-wrap gap-3 @max-[9rem]:gap-1">
        <Button
          variant="ghost"
          size="lg"
          onClick={stepBack}
          className="-ml-[min(1.5rem,4vw)] max-sm:-ml-3 max-sm:px-3 @max-[9rem]:ml-0 @max-[9rem]:px-2!"
        >
          <ArrowLeftIcon className="size-5 shrink-0" />
          <span className={children ? '@max-2xs:sr-only' : '@max-3xs:sr-only'}>{texts.back}</span>
        </Button>
        {children ?? (
          <Button
            type="submit"
            size="lg"
            disabled={!canGoOn}
            className="flex-auto max-sm:px-4 lg:min-w-44 lg:flex-none @max-[9rem]:px-2!"
          >
            {texts.next}
            <ArrowRightIcon className="size-5 shrink-0 @max-2xs:hidden" />
          </Button>
        )}
      </div>
    </div>
  )
}
