import { programTexts } from '@app/content/ru/ui/program'
import { ProgramSection } from '#web/features/program/program-section.tsx'
import { ResultSection } from '#web/features/result/result-section.tsx'

/** The buyer's program in their cabinet; nothing for everybody else. */
export function OwnProgram({ userId }: { userId: string }) {
  return (
    <ProgramSection
      userId={userId}
      frame={(content) => (
        <ResultSection id="program" title={programTexts.title} note={programTexts.note}>
          {content}
        </ResultSection>
      )}
    />
  )
}
