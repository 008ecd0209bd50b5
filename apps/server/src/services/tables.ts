import type { PlatformTables } from '@app/platform'

/**
 * The product's tables. Each context adds its own here, from its `*-tables.ts`; their SQL is in supabase/migrations.
 *
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the contexts fill it
export interface ProductTables {}

/** The same as a type, closed: whatever is generic in tables takes no interface, to which more could be added. */
export type OwnTables = Pick<ProductTables, keyof ProductTables>

/** All tables of the server's connection. */
export type Tables = PlatformTables & ProductTables
