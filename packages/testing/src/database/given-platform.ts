import type { NoTables, TablesOfProduct } from '@app/platform'
import type { PlatformSettings } from '@app/platform/settings'
import {
  givenPlatform as givenAny,
  type SentMail,
  type TestPlatform,
} from '@app/platform/testing/given-platform'
import { givenDatabase } from './given-database.ts'
import { migrationsDir } from './template.ts'

export type { SentMail, TestPlatform }

/** A platform with the product's tables, on a database of its own unless it is given one. */
export async function givenPlatform<ProductTables extends TablesOfProduct = NoTables>(
  overrides: Partial<PlatformSettings> = {},
): Promise<TestPlatform<ProductTables>> {
  const database = overrides.database ? null : await givenDatabase()
  const platform = await givenAny<ProductTables>({
    migrationsDir,
    ...(database && { database: database.settings }),
    ...overrides,
  })
  return { ...platform, close: () => platform.close().then(database?.drop) }
}
