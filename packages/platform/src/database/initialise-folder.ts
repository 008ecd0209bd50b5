import { PGlite } from '@electric-sql/pglite'

/** The program that `makeDataFolder` runs: initialises a database in the folder named by its argument. */
const pglite = await PGlite.create({ dataDir: process.argv[2] ?? '' })
await pglite.close()
