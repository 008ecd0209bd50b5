import { openDatabase } from '../src/database/open-database.ts'

/** A program that opens PGlite in the folder named by its argument, and closes it. */
const { close } = await openDatabase({ kind: 'pglite', dataDir: process.argv[2] ?? '' })
await close()
