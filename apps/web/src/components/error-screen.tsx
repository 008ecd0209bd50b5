import { errorScreenTexts as texts } from '@app/content/ru/ui/error-screen'
import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'
import cloudedSun from './clouded-sun.svg'

const { original } = texts

/** Shows what is left when a page fails: refresh it, or clear the error and render it again. */
export function ErrorScreen({ onRetry }: { onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Container className="grid min-h-[70svh] content-center justify-items-start gap-5 py-10">
      <img src={cloudedSun} alt="" width="280" height="180" />
      <h1 ref={heading} tabIndex={-1} className="headline text-title">
        {texts.title}
      </h1>
      <p className="max-w-[34rem] text-lg text-ink-soft">{texts.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button aria-describedby="error-refresh" onClick={() => window.location.reload()}>
          {texts.refresh}
        </Button>
        <Button variant="outline" aria-describedby="error-retry" onClick={onRetry}>
          {texts.retry}
        </Button>
      </div>
      <p lang="en" className="max-w-[34rem] text-sm text-ink-soft">
        {original.title}. {original.text} <span id="error-refresh">{original.refresh}</span> ·{' '}
        <span id="error-retry">{original.retry}</span>
      </p>
    </Container>
  )
}
