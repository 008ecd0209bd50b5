import { givenDatabase as givenCopy, type TestDatabase } from '@app/platform/testing/given-database'
import { inject } from 'vitest'
import type {} from './template.ts'

export type { TestDatabase }

/** A database of this test file's own, with every migration run and nothing in it, of the kind the run is for. */
export function givenDatabase(): Promise<TestDatabase> {
  return givenCopy(inject('databaseTemplate'))
}
