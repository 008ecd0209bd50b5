import type { PlatformTables } from '@app/platform/platform'

/** The product's tables. Each context adds its own here, from its `*-tables.ts`; their SQL is in supabase/migrations. */
// biome-ignore lint/suspicious/noEmptyInterface: the contexts fill it
export interface ProductTables {}

/** All that the server's own connection sees. */
export type Tables = PlatformTables & ProductTables
