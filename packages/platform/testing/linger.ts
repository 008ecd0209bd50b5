/**
 * How many seconds a statement lingers whose row others are meant to come for meanwhile. A PGlite has one connection: nobody comes
 * before it is free again, however long that takes, and its sleep keeps a processor busy.
 */
export const lingerSeconds = process.env.TEST_DATABASE === 'postgres' ? 0.6 : 0.02
