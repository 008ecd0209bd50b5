import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { Button } from '#web/ui/button.tsx'

const texts = laterQuizTexts.contact

type EmailSuggestionProps = { email: string | null; onTake: (email: string) => void }

/**
 * Suggests another address, which one press accepts. The status element is always rendered, so that
 * screen readers announce its text.
 */
export function EmailSuggestion({ email, onTake }: EmailSuggestionProps) {
  return (
    <div role="status">
      {email && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-amber-line bg-amber-soft px-4 py-3">
          <p className="min-w-0 text-label wrap-anywhere">{texts.meant(email)}</p>
          <Button size="sm" variant="outline" onClick={() => onTake(email)}>
            {texts.takeMeant}
          </Button>
        </div>
      )}
    </div>
  )
}
