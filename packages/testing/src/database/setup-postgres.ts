import { makePostgresTemplates } from '@app/platform/testing/template'
import type { TestProject } from 'vitest/node'
import { prepareProduct } from './template.ts'

/** Prepares a run on PostgreSQL for the suites of platform and product. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = await makePostgresTemplates(project)
  try {
    const product = await templates.extend('product', (database) => prepareProduct(database, 'postgres'))
    project.provide('databaseTemplate', product)
  } catch (error) {
    await templates.stop()
    throw error
  }
  return templates.stop
}
