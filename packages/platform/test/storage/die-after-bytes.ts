import { openDatabase } from '../../src/database/open-database.ts'
import { saveUpload } from '../../src/storage/objects/save-upload.ts'
import type { StorageContext } from '../../src/storage/storage-request.ts'
import { localStore } from '../../src/storage/stores/local-store.ts'

/** A server that uploads a file as whoever owns everything, and is killed: with half of its bytes there, or all but no row. */
const { database, folder, when } = JSON.parse(process.argv[2] ?? '')
const store = localStore(folder)
const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}
async function* bytes() {
  yield Buffer.alloc(200_000)
  if (when === 'half way') {
    // Until what came so far is in the file.
    await new Promise((resolve) => setTimeout(resolve, 200))
    await die()
  }
}
const { db } = await openDatabase(database)
await saveUpload(
  {
    db,
    store: { ...store, write: (key, all) => store.write(key, all).then(die) },
    settings: { storage: { fileSizeLimit: 1_000_000 } },
  } as StorageContext,
  { role: 'service_role', claims: {} },
  { bucket: 'films', name: 'a.bin' },
  {
    ...{ type: 'video/mp4', overwrite: false, announced: { size: null, userMetadata: null } },
    bytes: bytes(),
    finish: async () => ({ cacheControl: 'no-cache', metadata: null }),
    checkIsSending: () => {},
  },
)
