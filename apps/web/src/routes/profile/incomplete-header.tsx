import { profileTexts } from '@app/content/ru/ui/profile'
import { PageLink } from '#web/components/page-link.tsx'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { SunBand } from './sun-band.tsx'

const texts = profileTexts.incomplete

/** In place of a result when answers are missing. */
export function IncompleteHeader({ isInCabinet }: { isInCabinet: boolean }) {
  const Heading = isInCabinet ? 'h2' : 'h1'
  return (
    <SunBand isInCabinet={isInCabinet}>
      <div className="grid max-w-[38rem] justify-items-start gap-5 py-10 sm:py-16">
        <Heading className="headline text-title">{texts.title}</Heading>
        <p className="text-lg text-ink-soft">{texts.text}</p>
        <PageLink
          to="/"
          className={buttonStyle({ size: 'lg' })}
          onClick={() => buttonClicked('take_test', '/profile')}
        >
          {profileTexts.takeTest}
        </PageLink>
      </div>
    </SunBand>
  )
}
