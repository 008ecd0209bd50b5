import { commandTexts as texts } from '@app/content/ru/commands'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { openBackend } from '@app/server/backend/open-backend'
import { ConfigError, readConfig } from '@app/server/config'
import { resetSecondFactors } from '@app/server/panel/reset-second-factors'
import { loadEnv } from './load-env.ts'

/**
 * `npm run second-factor:reset -- <e-mail>`: takes every second factor from an account, for a phone that is lost. The
 * embedded database has room for one process, so the server must be stopped first; others go on.
 */
loadEnv()

process.exitCode = await main(process.argv[2] ?? '').catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof Error ? error.message : error)
  return 1
})

async function main(email: string): Promise<number> {
  if (!email.includes('@')) {
    console.error(texts.resetUsage)
    return 2
  }
  const backend = await openBackend(readConfig(process.env, sampleOwner), { send: async () => {} })
  try {
    const removed = await resetSecondFactors(backend.db, email)
    console.log(removed === null ? texts.noAccount : texts.factorsRemoved(removed))
    return removed === null ? 1 : 0
  } finally {
    await backend.close()
  }
}
