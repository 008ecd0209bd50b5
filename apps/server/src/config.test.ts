import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { expect, test } from 'vitest'
import { ownerVariables } from './config/owner.ts'
import { ConfigError, readConfig } from './config.ts'

const realOwner = {
  OWNER_NAME: 'ИП Сергеева',
  OWNER_IIN: '850101400123',
  OWNER_ADDRESS: 'Алматы, ул. Абая, 1',
  OWNER_EMAIL: 'hello@clearday.kz',
  OWNER_PHONE: '+7 701 123 45 67',
  OWNER_WORKING_HOURS: 'пн–пт',
  OWNER_SUPPORT_WHATSAPP: '77011234567',
  OWNER_CONSULTATION_WHATSAPP: '77011234567',
}

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'https://clearday.kz/',
  MAIL: 'smtp',
  SMTP_HOST: 'smtp.clearday.kz',
  MAIL_FROM: 'Ясный день <hello@clearday.kz>',
  PAYMENTS: 'robokassa',
  ROBOKASSA_MERCHANT_LOGIN: 'clearday',
  ROBOKASSA_PASSWORD1: 'one',
  ROBOKASSA_PASSWORD2: 'two',
  WHATSAPP: 'cloud',
  WHATSAPP_PHONE_NUMBER_ID: '100200300400',
  WHATSAPP_TOKEN: 'token',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'verify',
  ...realOwner,
}

/** Unsets whatever of production begins so. */
const without = (start: string) =>
  Object.fromEntries(Object.keys(production).flatMap((name) => (name.startsWith(start) ? [[name, '']] : [])))

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env, sampleOwner)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test.each(['https://test.clearday.kz/misc', 'test.clearday.kz', '*'])(
  'whoever may probe this installation is named by an origin, not by %s',
  (value) => {
    expect(
      readConfig({ PANEL_ORIGINS: 'https://a.kz, https://b.kz:8443/' }, sampleOwner).panel.origins,
    ).toEqual(['https://a.kz', 'https://b.kz:8443'])
    expect(problemsOf({ PANEL_ORIGINS: `https://a.kz,${value}` }).join()).toMatch(/^PANEL_ORIGINS/)
  },
)

test('with nothing set everything runs in the sandbox, for this machine only', () => {
  const settings = readConfig({}, sampleOwner)

  expect(settings).toMatchObject({
    environment: 'sandbox',
    http: {
      port: 3000,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:3000',
      apiPrefix: '/api',
      trustProxy: false,
    },
    backend: {
      mode: 'embedded',
      dataDir: './data',
      databaseDir: 'data/database',
      storageDir: 'data/storage',
      keyFile: './data.keys',
    },
    mail: { kind: 'sandbox' },
    owner: sampleOwner,
  })
})

test('an empty value means the same as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, sampleOwner).backend.mode).toBe('embedded')
})

test('a database address alone chooses PostgreSQL', () => {
  const { backend } = readConfig({ DATABASE_URL: 'postgres://u:p@db/quiz' }, sampleOwner)

  expect(backend).toMatchObject({
    mode: 'postgres',
    database: { url: 'postgres://u:p@db/quiz', poolSize: 10, statementTimeoutMs: 8_000 },
  })
})

test('hosted Supabase wants its address and both keys', () => {
  expect(problemsOf({ MODE: 'supabase', DATABASE_URL: 'postgres://u:p@db/quiz' })).toEqual([
    'SUPABASE_URL: is required',
    'SUPABASE_PUBLISHABLE_KEY: is required',
    'SUPABASE_SECRET_KEY: is required',
  ])
})

test('WhatsApp by its Cloud API wants the number, the token and both secrets', () => {
  expect(problemsOf({ ...production, ...without('WHATSAPP_') })).toEqual([
    'WHATSAPP_PHONE_NUMBER_ID: is required',
    'WHATSAPP_TOKEN: is required',
    'WHATSAPP_APP_SECRET: is required',
    'WHATSAPP_VERIFY_TOKEN: is required',
  ])
})

test('WhatsApp may be off in production, and then wants nothing', () => {
  const { whatsapp } = readConfig({ ...production, ...without('WHATSAPP_'), WHATSAPP: 'off' }, sampleOwner)
  expect(whatsapp.kind).toBe('off')
})

test('everything that is wrong is named together', () => {
  const env = { ...production, ...without('SMTP_'), MAIL_FROM: '', PORT: 'http', RATE_LIMIT_OTP: 'many' }
  const problems = problemsOf({ ...env, SITE_URL: 'clearday.kz' })

  expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual([
    'PORT',
    'SITE_URL',
    'SMTP_HOST',
    'MAIL_FROM',
    'RATE_LIMIT_OTP',
  ])
})

test.each([
  [{ MODE: 'embedded', DATABASE_URL: 'postgres://u:p@db/quiz' }, 'DATABASE_URL'],
  [{ ...production, SMTP_USER: 'u' }, 'SMTP_USER, SMTP_PASSWORD'],
  [{ ...production, SITE_URL: 'http://clearday.kz' }, 'SITE_URL'],
  [{ MODE: 'cloud' }, 'MODE'],
  [{ MAIL: 'pigeon' }, 'MAIL'],
  [{ OWNER_IIN: '123' }, 'OWNER_IIN'],
  [{ API_PREFIX: 'api' }, 'API_PREFIX'],
  [{ API_PREFIX: '/' }, 'API_URL'],
  [{ DATA_DIR: './data', KEYS_FILE: './data/keys' }, 'KEYS_FILE'],
  [{ ...production, DATABASE_URL: 'postgres://u:p@db/quiz' }, 'KEYS_FILE'],
  [{ DAILY_MESSAGING_AT: '9:00' }, 'DAILY_MESSAGING_AT'],
  [{ DAILY_MESSAGING_AT: '13:00' }, 'DAILY_MESSAGING_UNTIL'],
  [{ DAILY_MESSAGING_UNTIL: '09:00' }, 'DAILY_MESSAGING_UNTIL'],
  [{ WEEKLY_MAIL_AT: 'no' }, 'WEEKLY_MAIL_AT'],
  [{ WHATSAPP_TEMPLATE_DAILY: 'one_for_all' }, 'WHATSAPP_TEMPLATE_DAILY'],
  [{ WHATSAPP_GRAPH_VERSION: '26' }, 'WHATSAPP_GRAPH_VERSION'],
])('%o is refused by the name of %s', (env, name) => {
  expect(problemsOf(env as Record<string, string>).map((problem) => problem.split(':', 1)[0])).toEqual([name])
})

test('production starts with its own requisites, mail and address', () => {
  expect(readConfig(production, sampleOwner)).toMatchObject({
    environment: 'production',
    http: { host: '127.0.0.1', siteUrl: 'https://clearday.kz' },
    logLevel: 'info',
    mail: { kind: 'smtp', port: 587, secure: false, requireTls: true, credentials: null },
    owner: { name: 'ИП Сергеева' },
  })
})

test('production starts without a shop while payments are off', () => {
  const env = { ...production, ...without('ROBOKASSA_'), PAYMENTS: 'off' }

  expect(readConfig(env, sampleOwner)).toMatchObject({
    environment: 'production',
    payments: { kind: 'off', robokassa: null },
  })
})

test('the mailbox file that sudo and logins call MAIL is not our MAIL', () => {
  expect(readConfig({ MAIL: '/var/mail/clearday' }, sampleOwner).mail).toEqual({ kind: 'sandbox' })
})

test('production refuses the sandbox mailbox and whatever requisite is missing', () => {
  const problems = problemsOf({ NODE_ENV: 'production' })

  expect(problems).toContain('OWNER_IIN: is required')
  expect(problems).toContain('SITE_URL: is required in production')
  expect(problems.some((problem) => problem.startsWith('MAIL: '))).toBe(true)
  expect(problems.some((problem) => problem.startsWith('PAYMENTS: '))).toBe(true)
  expect(problems.some((problem) => problem.startsWith('WHATSAPP: '))).toBe(true)
})

test('production refuses every sample requisite but the hours, which are what most people have', () => {
  const { OWNER_WORKING_HOURS: _, ...sample } = ownerVariables(sampleOwner)

  expect(problemsOf({ ...production, ...ownerVariables(sampleOwner) })).toEqual(
    Object.keys(sample).map((name) => `${name}: is still the sample value`),
  )
})

test.each(['пн–пт, 10:00–19:00', 'ежедневно с 9:00 до 18:00', 'Пн-Пт 9-18', 'круглосуточно'])(
  'hours written %s start',
  (OWNER_WORKING_HOURS) => {
    expect(readConfig({ ...production, OWNER_WORKING_HOURS }, sampleOwner).owner.workingHours).toBe(
      OWNER_WORKING_HOURS,
    )
  },
)

test('production refuses what .env.example has for secrets and requisites', () => {
  const example = parseEnv(
    readFileSync(path.join(import.meta.dirname, '../../../.env.example'), 'utf8').replaceAll(
      /^#(?=[A-Z_]+=)/gm,
      '',
    ),
  )
  const names = ['OWNER_NAME', 'OWNER_ADDRESS', 'PROXY_SECRET', 'METRICS_TOKEN', 'BACKUP_PASSPHRASE']
  const given = Object.fromEntries(names.map((name) => [name, example[name] ?? '']))

  expect(problemsOf({ ...production, ...given }).toSorted()).toEqual(
    names.map((name) => `${name}: is still the sample value`).toSorted(),
  )
})

test.each(['nobody', '10.0.0.0/99'])('a proxy that is no address is refused: %s', (TRUST_PROXY) => {
  expect(problemsOf({ ...production, TRUST_PROXY }).join()).toMatch(/^TRUST_PROXY: must be/)
})

test.each([
  ['SITE_URL', { SITE_URL: 'https://clearday.kz' }],
  ['SITE_URL', { SITE_URL: 'http://192.168.0.7:3000' }],
  ['SITE_URL', { SITE_URL: 'https://localhost.clearday.kz' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '::' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'loopback' }],
  ['MAIL', { MAIL: 'smtp', SMTP_HOST: 'smtp.clearday.kz', MAIL_FROM: 'hello@clearday.kz' }],
  ['PAYMENTS', { PAYMENTS: 'robokassa' }],
  ['WHATSAPP', { WHATSAPP: 'cloud' }],
])('%s for others makes it production without NODE_ENV', (name, env) => {
  const problems = problemsOf(env as Record<string, string>)

  expect(problems).toContain('OWNER_IIN: is required')
  expect(problems.at(-1)).toMatch(new RegExp(`^NODE_ENV: is taken for production because of ${name} `))
  expect(readConfig({ ...production, NODE_ENV: '' }, sampleOwner).environment).toBe('production')
})

test.each([
  'http://localhost:4000',
  'http://127.0.0.1',
  'http://127.8.8.8:1',
  'http://[::1]:3000',
  'http://a.localhost',
])('a site at %s is a sandbox', (SITE_URL) => {
  expect(readConfig({ SITE_URL, HOST: '127.0.0.1', TRUST_PROXY: '0' }, sampleOwner).environment).toBe(
    'sandbox',
  )
})

test('a sandbox that is real in part names every outside service', () => {
  const shop = {
    PAYMENTS: 'robokassa',
    ROBOKASSA_MERCHANT_LOGIN: 'a',
    ROBOKASSA_PASSWORD1: 'b',
    ROBOKASSA_PASSWORD2: 'c',
  }
  const sandbox = { SANDBOX: '1', SITE_URL: 'https://demo.clearday.kz', ...shop }

  expect(problemsOf(sandbox)).toEqual([
    'MAIL: must be named beside a real PAYMENTS, be it as sandbox',
    'WHATSAPP: must be named beside a real PAYMENTS, be it as sandbox',
  ])
  expect(readConfig({ ...sandbox, MAIL: 'sandbox', WHATSAPP: 'off' }, sampleOwner).environment).toBe(
    'sandbox',
  )
})

test.each([
  [{ SMTP_HOST: 'smtp.clearday.kz' }, true],
  [{ SMTP_HOST: 'smtp.clearday.kz', SMTP_PORT: '465' }, false],
  [{ SMTP_HOST: 'localhost', SMTP_PORT: '25' }, false],
  [{ SMTP_HOST: 'localhost', SMTP_USER: 'u', SMTP_PASSWORD: 'p' }, true],
])('mail by %o must be upgraded to TLS: %s', (env, requireTls) => {
  expect(readConfig({ ...production, ...env }, sampleOwner).mail).toMatchObject({ requireTls })
})

test('SANDBOX=1 allows a production build to run as a sandbox', () => {
  expect(readConfig({ NODE_ENV: 'production', SANDBOX: '1' }, sampleOwner).environment).toBe('sandbox')
})

test('a proxy is trusted as far as it is named', () => {
  const trusted = (TRUST_PROXY: string) =>
    readConfig({ SANDBOX: '1', TRUST_PROXY }, sampleOwner).http.trustProxy

  expect(trusted('1')).toBe(true)
  expect(trusted('0')).toBe(false)
  expect(trusted('10.0.0.0/8, loopback')).toEqual(['10.0.0.0/8', 'loopback'])
})

test.each([
  [{}, { kind: 'off', key: null, host: 'https://us.i.posthog.com' }],
  [{ POSTHOG_KEY: 'phc_1' }, { kind: 'posthog', key: 'phc_1', host: 'https://us.i.posthog.com' }],
  [
    { POSTHOG_KEY: 'phc_1', ANALYTICS: 'off' },
    { kind: 'off', key: null },
  ],
  [
    { ANALYTICS: 'sandbox', SITE_URL: 'http://localhost:4000' },
    { kind: 'sandbox', key: 'phc_sandbox', host: 'http://localhost:4000/sandbox/analytics' },
  ],
])('with %o analytics is %o', (env, expected) => {
  expect(readConfig(env, sampleOwner).posthog).toMatchObject(expected)
})

test('analytics without its key, a short token and the sandbox in production are refused', () => {
  expect(problemsOf({ ANALYTICS: 'posthog' })).toEqual(['POSTHOG_KEY: is required'])
  expect(problemsOf({ METRICS_TOKEN: 'short' }).join()).toContain('METRICS_TOKEN')
  expect(problemsOf({ ...production, ANALYTICS: 'sandbox' }).join()).toContain('ANALYTICS: must be')
})

test('backups go every night where a setting says, and never without a passphrase', () => {
  const passphrase = { BACKUP_PASSPHRASE: 'пять слов и одна ёлка' }
  const bucket = { BACKUP_S3_BUCKET: 'copies', BACKUP_S3_ENDPOINT: 'https://s3.example.kz' }
  const of = (env: Record<string, string>) => readConfig(env, sampleOwner).backups

  expect(of({})).toEqual({ passphrase: null, nightly: null, beforeUpdate: true })
  expect(of({ BACKUP_DIR: '/mnt/kept', BACKUP_KEEP: '3/2/1', ...passphrase })).toEqual({
    passphrase: passphrase.BACKUP_PASSPHRASE,
    nightly: {
      place: { kind: 'folder', folder: '/mnt/kept' },
      keep: { daily: 3, weekly: 2, monthly: 1 },
    },
    beforeUpdate: true,
  })
  expect(() => of({ BACKUP_DIR: '/mnt/kept' })).toThrow(/BACKUP_PASSPHRASE: /)
  expect(() => of({ BACKUP_DIR: '/mnt/kept', BACKUP_PASSPHRASE: 'short' })).toThrow(/16 characters/)
  expect(() => of({ ...bucket, ...passphrase })).toThrow(/BACKUP_S3_ACCESS_KEY_ID: .*\n.*BACKUP_S3_SECRET/)
})

test('files lie in the data folder unless a bucket is named, which needs its keys', () => {
  expect(readConfig({}, sampleOwner).storage).toEqual({ s3: null })
  const bucket = { STORAGE_S3_BUCKET: 'files', STORAGE_S3_ENDPOINT: 'https://s3.example.kz/' }
  expect(problemsOf(bucket)).toEqual(['AWS_ACCESS_KEY_ID: is required', 'AWS_SECRET_ACCESS_KEY: is required'])
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ ...bucket, ...keys }, sampleOwner).storage.s3).toEqual({
    endpoint: 'https://s3.example.kz',
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  })
})
