import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/sessions'
import { SessionsList } from '#web/components/sessions/sessions-list.tsx'
import { Card } from '#web/ui/card.tsx'

/** Shows where whoever works here is signed in. */
export function SessionsSection() {
  return (
    <section aria-labelledby="sessions-title" className="grid min-w-0 gap-4">
      <div>
        <h2 id="sessions-title" className="headline text-2xl">
          {texts.title}
        </h2>
        <p className="mt-1 text-ink-soft">{texts.staffText}</p>
      </div>
      <Card>
        <SessionsList />
      </Card>
    </section>
  )
}
