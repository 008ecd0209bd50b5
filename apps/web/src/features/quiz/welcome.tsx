import { stepTexts, welcomePoints } from '@app/content/ru/questions'
import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { type MouseEvent, useEffect, useRef } from 'react'
import { buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import { firstQuestionId } from './adopt-first-answer.ts'
import { nightNote } from './night-note.ts'
import dawnTall from './steps/pictures/dawn-tall.svg'
import dawnWide from './steps/pictures/dawn-wide.svg'
import { goToNextStep, resumeAttempt } from './store/quiz-actions.ts'

type WelcomeProps = {
  /** True for a visitor who returned with answers. */
  isResumed: boolean
  /** The visitor came from another step, so the screen reader has to follow. */
  takesFocus: boolean
}

/** The first screen: a poster with the start button. */
export function Welcome({ isResumed, takesFocus }: WelcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  function start(event: MouseEvent) {
    event.preventDefault()
    if (isResumed) resumeAttempt()
    else goToNextStep()
  }

  return (
    <section
      data-step="welcome"
      className="relative -mt-(--header-height) flex min-h-svh flex-col overflow-clip bg-paper pt-(--header-height)"
    >
      <Container>
        <div className="pt-5 sm:pt-8 lg:pt-[4.5vh] low:pt-0">
          <h1 ref={heading} tabIndex={-1} className="headline text-poster lg:max-w-[48rem]">
            {stepTexts.welcome.title}
          </h1>
          <p className="mt-4 max-w-[35rem] text-option leading-normal text-ink-soft lg:mt-5 lg:text-[1.1875rem] lg:leading-normal">
            {stepTexts.welcome.hint}
          </p>
        </div>
      </Container>
      <div className="relative flex flex-1 flex-col">
        <DawnIllustration />
        {/*
         * Begins a screen higher, so that the button sticks over the words where they are large and leave it no room. On the lowest
         * of screens it would cover too many of them.
         */}
        <Container className="pointer-events-none relative isolate flex flex-1 flex-col max-lg:[@media(min-height:24rem)]:-mt-[100svh]">
          <div className="hidden h-svh shrink-0 max-lg:[@media(min-height:24rem)]:block" />
          <div className="min-h-52 flex-1 low:min-h-8" />
          <div className="contents lg:flex lg:items-center lg:gap-x-8 lg:pt-3 lg:pb-4">
            <noscript className="noscript:contents">
              <p className={`${nightNote} sticky bottom-3 lg:static`}>{texts.early.noScript}</p>
            </noscript>
            {/* Both replace the button: without scripts, and when the script fails to load. */}
            <p className={`${nightNote} sticky bottom-3 hidden in-data-returning:block lg:static`}>
              {texts.late}
            </p>
            {/* biome-ignore lint/a11y/useSemanticElements: a link, so that HTML alone opens the first question while the script is on its way */}
            <a
              href={`#${firstQuestionId}`}
              role="button"
              draggable={false}
              onClick={start}
              className={buttonStyle({
                variant: 'quiz',
                size: 'quiz',
                className:
                  'pointer-events-auto sticky bottom-3 w-full shrink-0 self-center no-underline noscript:hidden in-data-returning:hidden sm:w-auto sm:px-14 lg:static',
              })}
            >
              {isResumed ? texts.resume : texts.start}
            </a>
            <ul className="night-below flex flex-wrap justify-center gap-x-4 gap-y-1 pt-3 pb-4 text-sm text-on-night lg:gap-x-6 lg:p-0 lg:text-base low:pb-1">
              {welcomePoints.map((point) => (
                <li key={point} className="flex items-center gap-2">
                  <span aria-hidden="true" className="size-1.5 rounded-full bg-amber" />
                  {point}
                </li>
              ))}
            </ul>
          </div>
          <p className="pb-5 text-center text-sm text-on-night lg:text-left low:pb-2">
            {stepTexts.welcome.why}
          </p>
        </Container>
      </div>
    </section>
  )
}

/**
 * Draws dawn over the steppe, for narrow and wide screens. A gradient covers its edge, because a
 * mask would be slow.
 */
function DawnIllustration() {
  return (
    <picture className="absolute inset-0 overflow-clip after:absolute after:inset-x-0 after:top-0 after:h-16 after:bg-[linear-gradient(var(--color-paper),transparent)] after:forced-color-adjust-none">
      <source
        media="(min-width: 40rem) and (min-aspect-ratio: 7/10), (max-height: 46rem)"
        srcSet={dawnWide}
        width="1440"
        height="734"
      />
      <img src={dawnTall} alt="" width="420" height="636" fetchPriority="high" className="dawn" />
    </picture>
  )
}
