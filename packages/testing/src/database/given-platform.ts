import type { NoTables, PlatformSettings, TablesOfProduct } from '@app/platform'
import { givenPlatform as givenAny, type TestPlatform } from '@app/platform/testing/given-platform'
import { databaseOfServer } from './database-of-server.ts'
import { migrationsDir } from './template.ts'

export type { TestPlatform }

/** A platform with the product's tables, on a database of its own unless it is given one. */
export async function givenPlatform<ProductTables extends TablesOfProduct = NoTables>(
  overrides: Partial<PlatformSettings> = {},
): Promise<TestPlatform<ProductTables>> {
  const own = overrides.database ? null : await databaseOfServer()
  const platform = await givenAny<ProductTables>(
    { migrationsDir, ...(own && { database: own.settings }), ...overrides },
    own?.opened,
  )
  return { ...platform, close: () => platform.close().then(own?.release) }
}
