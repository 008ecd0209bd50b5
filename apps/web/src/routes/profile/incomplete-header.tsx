import { profileTexts } from '@app/content/ru/ui/profile'
import { Link } from 'react-router'
import { buttonStyle } from '#web/ui/button.tsx'
import { Container } from '#web/ui/container.tsx'

const texts = profileTexts.incomplete

/** In place of a result when answers are missing. */
export function IncompleteHeader() {
  return (
    <header className="bg-amber-soft/55">
      <Container className="grid justify-items-start gap-5 pt-8 pb-12 lg:pt-16">
        <h1 className="headline text-title">{texts.title}</h1>
        <p className="max-w-[38rem] text-lg text-ink-soft">{texts.text}</p>
        <Link to="/" className={buttonStyle({ size: 'lg' })}>
          {profileTexts.takeTest}
        </Link>
      </Container>
    </header>
  )
}
