import { stepTexts, welcomePoints } from '@app/content/ru/questions'
import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import dawnTall from './pictures/dawn-tall.svg'
import dawnWide from './pictures/dawn-wide.svg'
import { goOn } from './quiz-actions.ts'

type WelcomeProps = {
  /** Somebody came back to this screen with answers given. */
  isResumed: boolean
  /** The visitor came from another step, so the screen reader has to follow. */
  takesFocus: boolean
}

/** The first screen: a poster with one thing to press. */
export function Welcome({ isResumed, takesFocus }: WelcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <section
      data-step="welcome"
      className="relative -mt-(--header-height) flex min-h-svh flex-col overflow-hidden bg-ink pt-(--header-height)"
    >
      <Dawn />
      <Container className="relative flex flex-1 flex-col">
        <div className="pt-5 sm:pt-10 lg:max-w-[40rem] lg:pt-[9vh]">
          <h1 ref={heading} tabIndex={-1} className="headline text-poster">
            {stepTexts.welcome.title}
          </h1>
          <p className="mt-4 max-w-[33rem] text-[1.0625rem] leading-normal text-ink-soft lg:mt-6 lg:text-xl lg:leading-normal">
            {stepTexts.welcome.hint}
          </p>
        </div>
        <form
          className="sticky bottom-0 mt-auto grid gap-3 pt-8 pb-safe lg:static lg:mt-9 lg:mb-auto lg:justify-items-start lg:pt-0"
          onSubmit={(event) => {
            event.preventDefault()
            goOn()
          }}
        >
          <ul className="order-2 flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm text-mist lg:justify-start lg:text-label lg:text-ink">
            {welcomePoints.map((point) => (
              <li key={point} className="flex items-center gap-2">
                <span aria-hidden="true" className="size-1.5 rounded-full bg-amber" />
                {point}
              </li>
            ))}
          </ul>
          <Button type="submit" variant="quiz" size="quiz" className="w-full lg:w-auto lg:px-14">
            {isResumed ? texts.resume : texts.start}
          </Button>
        </form>
        <p className="relative pb-3 text-center text-sm text-mist/85 lg:pb-7 lg:text-left">
          {stepTexts.welcome.why}
        </p>
      </Container>
    </section>
  )
}

/** Dawn over the steppe: one drawing for a hand, another for a desk. */
function Dawn() {
  return (
    <picture>
      <source media="(min-width: 64rem)" srcSet={dawnWide} width="1440" height="660" />
      <img
        src={dawnTall}
        alt=""
        width="420"
        height="540"
        fetchPriority="high"
        className="absolute inset-x-0 bottom-0 h-full w-full bg-paper object-cover object-bottom"
      />
    </picture>
  )
}
