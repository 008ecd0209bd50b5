import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { createMemoryLimits } from '@app/platform/limits/memory-limits'
import type { FastifyInstance } from 'fastify'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Backend } from '../src/backend/open-backend.ts'
import { readConfig } from '../src/config.ts'
import type { Jobs } from '../src/jobs/jobs.ts'
import { type Overrides, openServer } from '../src/server.ts'
import type { Tables } from '../src/services/tables.ts'

type Given = { app: FastifyInstance; log: string[]; close: () => Promise<void> }
type Wishes = Pick<Overrides, 'siteDir'> & Partial<Pick<Backend, 'ping'>> & { env?: Record<string, string> }

/** The app without a database: for everything that is answered before one is asked. */
export async function givenApp({ env = {}, siteDir = null, ping }: Wishes = {}): Promise<Given> {
  const log: string[] = []
  const { app, close } = await openServer(
    readConfig({ SANDBOX: '1', LOG_LEVEL: 'info', DATA_DIR: tmpdir(), ...env }, sampleOwner),
    {
      backend: { ...noBackend, ping: ping ?? noBackend.ping },
      jobs: noJobs,
      siteDir,
      answerStepMs: 0,
      logStream: { write: (line) => log.push(line) },
    },
  )
  return { app, log, close }
}

/** What the first page holds of script in itself. */
export const inlineScript = 'document.documentElement.dataset.early = ""'

/** A built site of three pages and a script. */
export function givenSite(): string {
  const dist = mkdtempSync(path.join(tmpdir(), 'site-'))
  const page = (body: string) =>
    `<!doctype html><script type="application/json" id="app-config">%APP_CONFIG%</script>${body}`
  mkdirSync(path.join(dist, 'assets'))
  mkdirSync(path.join(dist, 'assets/panel'))
  mkdirSync(path.join(dist, '.vite'))
  writeFileSync(path.join(dist, 'index.html'), page(`<script>${inlineScript}</script><h1>Главная</h1>`))
  writeFileSync(path.join(dist, 'terms.html'), page('<h1>Условия</h1>'))
  writeFileSync(path.join(dist, 'about.html'), page('<p>%OWNER_NAME%</p>'))
  writeFileSync(path.join(dist, 'app.html'), page('<div id="root"></div>'))
  writeFileSync(path.join(dist, 'profile.html'), page('<div id="root"></div>'))
  writeFileSync(path.join(dist, 'assets/index-4f2a.js'), 'console.log("ясный день");'.repeat(100))
  writeFileSync(path.join(dist, 'assets/panel/panel-77aa.js'), 'console.log("panel")')
  writeFileSync(path.join(dist, 'favicon.png'), 'an icon')
  writeFileSync(path.join(dist, '.vite/manifest.json'), '{}')
  return dist
}

const noJobs: Jobs = {
  reportTo() {},
  register: async () => {},
  enqueue: async () => {},
  schedule: async () => {},
  startWorkers: async () => {},
  drainQueue: async () => ({ succeeded: 0, failed: 0 }),
  ping: async () => {},
  stop: async () => {},
}

const noDatabase = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

const noBackend: Backend = {
  kind: 'pglite',
  db: new Kysely<Tables>({ dialect: noDatabase }),
  ping: async () => {},
  signsOfLife: null,
  beginCopy: null,
  purgeSignIns: null,
  platform: async () => {},
  openLimiter: createMemoryLimits(),
  supabase: { url: 'http://localhost:3000', publishableKey: 'sb_publishable_x', secretKey: 'sb_secret_x' },
  close: async () => {},
}
