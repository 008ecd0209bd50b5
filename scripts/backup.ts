import { existsSync } from 'node:fs'
import path from 'node:path'
import { commandTexts as texts } from '@app/content/ru/commands'
import { backupName, folderPlace, openBackupPlace } from '@app/server/backups/backup-place'
import { makeBackup } from '@app/server/backups/make-backup'
import { passphraseOf, readInstallationSettings, readWishes, runCommand } from './installation.ts'

/**
 * `npm run backup [-- FILE]`: everything of this installation in one sealed file, while its server runs or not; without
 * FILE where the nightly ones go. `npm run export -- FILE [--without-keys]` is the same on the way to another place.
 */
await runCommand(async () => {
  const settings = readInstallationSettings()
  const { backend, storage } = settings
  const { nightly } = settings.backups
  const wishes = readWishes()
  if (!wishes || (!wishes.file && !nightly)) {
    console.error(texts.backupUsage)
    return 2
  }
  const { file } = wishes
  const isHosted = backend.mode === 'supabase'
  const withKeys = wishes.withKeys && !isHosted
  if (file && existsSync(file)) {
    console.error(texts.backupThere)
    return 1
  }
  const now = new Date()
  const place = file ? folderPlace(path.dirname(file)) : nightly && openBackupPlace(nightly.place)
  if (!place) return 2
  const report = await makeBackup(
    { backend, storage },
    {
      ...{ place, now, withKeys },
      name: file ? path.basename(file) : backupName(now),
      passphrase: await passphraseOf(settings, true),
    },
  )
  console.log(texts.backupMade({ ...report, withKeys, megabytes: (report.bytes / 1e6).toFixed(1) }))
  if (isHosted) console.log(texts.leftInHosted)
  if (report.unreadable > 0) console.error(texts.unreadable(report.unreadable))
  if (report.missingFiles > 0) console.error(texts.filesMissing(report.missingFiles))
  return 0
})
