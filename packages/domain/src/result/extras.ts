import type { QuizAnswers } from '../quiz/answers.ts'
import type { Category } from './categories.ts'
import { type CurrentRegime, currentRegime } from './current-regime.ts'
import { metabolicAge } from './metabolic-age.ts'
import { type ProblemArea, problemAreasOf } from './problem-areas.ts'
import { type SleepQuality, sleepQuality } from './sleep-quality.ts'
import { type StressProfile, stressProfile } from './stress-profile.ts'
import { type WeightLossPotential, weightLossPotential } from './weight-loss-potential.ts'

/** The values beside a category (specification, section 3). Years are whole. */
export type CategoryExtras =
  | { category: 'A'; metabolicAge: number; problemAreas: ProblemArea[] }
  | { category: 'B'; stressProfile: StressProfile; sleepQuality: SleepQuality }
  | { category: 'C'; weightLossPotential: WeightLossPotential; currentRegime: CurrentRegime }

export function extrasOf(category: Category, answers: QuizAnswers): CategoryExtras {
  switch (category) {
    case 'A':
      return { category, metabolicAge: metabolicAge(answers), problemAreas: problemAreasOf(answers) }
    case 'B':
      return { category, stressProfile: stressProfile(answers), sleepQuality: sleepQuality(answers) }
    case 'C':
      return {
        category,
        weightLossPotential: weightLossPotential(answers),
        currentRegime: currentRegime(answers),
      }
  }
}
