import { commandTexts as texts } from '@app/content/ru/commands'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { notifyAccountJob } from '@app/server/accounts/notify-account.job'
import { openBackend } from '@app/server/backend/open-backend'
import { ConfigError, readConfig } from '@app/server/config'
import { describeError } from '@app/server/http/describe-error'
import { openJobs } from '@app/server/jobs/jobs'
import { resetSecondFactors } from '@app/server/panel/reset-second-factors'
import { loadEnv } from './load-env.ts'

/**
 * `npm run second-factor:reset -- <e-mail>`: takes every second factor from an account, for a phone that is lost. The
 * embedded database has room for one process, so the server must be stopped first; others go on. Its holder is mailed by the server.
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
    const { db, kind } = backend
    const jobs = await openJobs(db, { kind, describeError })
    await jobs.register(notifyAccountJob, async () => {})
    const removed = await resetSecondFactors({ db, jobs }, email).finally(jobs.stop)
    console.log(removed === null ? texts.noAccount : texts.factorsRemoved(removed))
    return removed === null ? 1 : 0
  } finally {
    await backend.close()
  }
}
