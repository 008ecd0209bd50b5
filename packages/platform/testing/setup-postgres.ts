import type { TestProject } from 'vitest/node'
import { makePostgresTemplates } from './template.ts'

/** What the platform's own suites need of a run on PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return (await makePostgresTemplates(project)).stop
}
