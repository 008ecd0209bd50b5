import { PGlite } from '@electric-sql/pglite'
import { syncFolder } from './sync-folder.ts'

/** The program that `makeDataFolder` runs: initialises a database in the folder named by its argument. */
const folder = process.argv[2] ?? ''
const pglite = await PGlite.create({ dataDir: folder })
await pglite.close()
await syncFolder(folder)
