import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@app/platform/testing/free-port'
import { findBrowser } from '@app/testing/browser/browser'
import { defineConfig } from '@playwright/test'

/**
 * The journeys run in a real browser against the product as `npm start` serves it: its own port, its own empty
 * database, mails read from the sandbox. Workers load this file again, so what is chosen once is kept in the
 * environment.
 */
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= temporaryFolder()

const siteUrl = `http://localhost:${process.env.E2E_PORT}`
const browser = findBrowser()
const generous = '100000/60'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One more than the machines it runs on have cores: a journey waits at times, for a mail, a job or the quiz's pauses.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Limits for what does not come at all. A slow machine takes its time, and what comes is waited for no longer than it takes.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // `npm test` runs the journeys tagged `@core`: every page and every state of money once. CI runs the rest after it.
  projects: [
    { name: 'core', grep: /@core/ },
    { name: 'rest', grepInvert: /@core/ },
  ],
  use: {
    baseURL: siteUrl,
    locale: 'ru-RU',
    timezoneId: 'Asia/Almaty',
    // What a worker answers, a test's own routes do not see. `offline.spec.ts` lets it in.
    serviceWorkers: 'block',
    // Every frame of a movement is drawn by the processor. What moves says the same to whoever wants no motion.
    contextOptions: { reducedMotion: 'reduce' },
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...process.env, ...browser.env },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        // A context's first address takes over the process its empty page has, where it would start another.
        '--renderer-process-limit=1',
      ],
    },
  },
  webServer: {
    command: 'npm start',
    url: `${siteUrl}/api/ready`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'ignore',
    env: {
      SANDBOX: '1',
      ANALYTICS: 'sandbox',
      PORT: process.env.E2E_PORT,
      SITE_URL: siteUrl,
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAILS:
        'admin@sandbox.example,second-admin@sandbox.example,third-admin@sandbox.example,fourth-admin@sandbox.example,fifth-admin@sandbox.example',
      MAIL_INTERVAL_SECONDS: '0',
      // A machine may be slow.
      STATEMENT_SECONDS: '60',
      RATE_LIMIT_LEADS_PER_IP: generous,
      RATE_LIMIT_LEADS_PER_EMAIL: generous,
      RATE_LIMIT_RESULTS: generous,
      RATE_LIMIT_CHECKLISTS: generous,
      CHECKLISTS_PER_ADDRESS: '100000',
      CHECKLISTS_TO_STRANGERS: '100000',
      RATE_LIMIT_CONTACT_PER_IP: generous,
      RATE_LIMIT_CONTACT_PER_ACCOUNT: generous,
      RATE_LIMIT_ACCOUNT: generous,
      RATE_LIMIT_PANEL: generous,
      RATE_LIMIT_TOKEN: generous,
      RATE_LIMIT_OTP: generous,
      RATE_LIMIT_VERIFY: generous,
      RATE_LIMIT_SIGNUP: generous,
      RATE_LIMIT_REST: generous,
      RATE_LIMIT_STORAGE: generous,
      RATE_LIMIT_FUNCTIONS: generous,
      RATE_LIMIT_CODES_PER_ADDRESS: generous,
    },
  },
})

/** Removed when the process that made it ends, which is after the product has stopped. */
function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'e2e-data-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'data')
}
