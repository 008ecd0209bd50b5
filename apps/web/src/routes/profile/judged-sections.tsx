import type { Judged } from '#web/features/profile/profile.ts'
import { CategoryExtras } from '#web/features/result/category-extras.tsx'
import { ChecklistBlock } from '#web/features/result/checklist-block.tsx'
import { FirstSteps } from '#web/features/result/first-steps.tsx'
import { Meaning } from '#web/features/result/meaning.tsx'
import { Reasons } from '#web/features/result/reasons.tsx'
import { Recommendations } from '#web/features/result/recommendations.tsx'

/** What the answers came to: the reasons, what it means, what to do. */
export function JudgedSections({ judged: { result, answers } }: { judged: Judged }) {
  return (
    <>
      <Reasons result={result} answers={answers} />
      <CategoryExtras result={result} answers={answers} />
      <Meaning result={result} />
      <FirstSteps result={result} />
      <Recommendations result={result} />
      <div className="pb-10 lg:pb-14">
        <ChecklistBlock result={result} />
      </div>
    </>
  )
}
