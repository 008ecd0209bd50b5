import { makePGliteTemplates } from '@app/platform/testing/template'
import type { TestProject } from 'vitest/node'
import { prepareProduct } from './template.ts'

/** Prepares a run on PGlite for the suites of platform and product. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = await makePGliteTemplates(project)
  const product = await templates.extend('product', (database) => prepareProduct(database, 'pglite'))
  project.provide('databaseTemplate', product)
  return templates.stop
}
