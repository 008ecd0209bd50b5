import { createReadStream, existsSync } from 'node:fs'
import { commandTexts as texts } from '@app/content/ru/commands'
import { backupTimeOf, openBackupPlace } from '@app/server/backups/backup-place'
import { restoreInstallation } from '@app/server/backups/restore-installation'
import { passphraseOf, readInstallationSettings, readWishes, runCommand } from './installation.ts'

/**
 * `npm run restore -- FILE`: puts a backup where the settings say that the data is, if nothing is there; FILE may be the
 * name of one that lies where the nightly ones go. `npm run import -- FILE [--without-keys]` is the same at another place.
 */
await runCommand(async () => {
  const settings = readInstallationSettings()
  const { backend, storage, backups } = settings
  const wishes = readWishes()
  if (!wishes?.file) {
    console.error(texts.restoreUsage)
    return 2
  }
  const { file, withKeys } = wishes
  const isKept = !existsSync(file) && backupTimeOf(file) !== null && backups.nightly !== null
  const place = isKept && backups.nightly ? openBackupPlace(backups.nightly.place) : null
  const { tables, files, missingFiles, hasKeys, madeAt } = await restoreInstallation(
    { backend, storage },
    {
      read: () => (place ? fromPlace(place.read(file)) : createReadStream(file)),
      passphrase: await passphraseOf(settings, false),
      withKeys,
    },
  )
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  console.log(texts.restored({ rows, files, withKeys: hasKeys }))
  console.log(texts.paidSince(madeAt))
  if (backend.mode === 'supabase') console.log(texts.notForHosted)
  if (missingFiles > 0) console.error(texts.filesMissing(missingFiles))
  return 0
})

async function* fromPlace(
  opening: Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array, undefined> {
  yield* await opening
}
