import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/sessions'
import { SessionsList } from '#web/components/sessions/sessions-list.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'

/** Shows where the user is signed in. */
export function SessionsCard() {
  return (
    <Card id="sessions" className="scroll-mt-24 lg:col-span-2">
      <CardTitle>{texts.title}</CardTitle>
      <p className="mt-2 text-label text-ink-soft">{texts.text}</p>
      <div className="mt-4">
        <SessionsList />
      </div>
    </Card>
  )
}
