import { PGlite } from '@electric-sql/pglite'
import { syncFolder } from './sync-folder.ts'

/** The program that `makeDataFolder` runs: initialises a database in the folder named by its argument. */
const folder = process.argv[2] ?? ''
// Exits with its parent process, whose pipe closes.
process.stdin.on('end', () => process.exit(1)).resume()
// The 128 MB that PostgreSQL would take for its buffers are there once in each of the three
// programs that this starts.
const lowMemoryParams = ['-c', 'shared_buffers=1MB']
const pglite = await PGlite.create({
  dataDir: folder,
  startParams: [...PGlite.defaultStartParams, ...lowMemoryParams],
  initDbStartParams: lowMemoryParams,
})
await pglite.close()
await syncFolder(folder)
process.stdin.destroy()
