import type { TestProject } from 'vitest/node'
import { makePGliteTemplates } from './template.ts'

/** What the platform's own suites need of a run on PGlite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return (await makePGliteTemplates(project)).stop
}
