import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDailyMessages } from '@app/content/ru/daily/load-daily-messages'
import { diagnosticsWords } from '@app/content/ru/diagnostics'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { type Finding, levelOf } from '@app/contracts/findings'
import { graphAccount } from '@app/testing/whatsapp/graph-server'
import { expect, onTestFinished, test } from 'vitest'
import {
  givenHttp,
  givenMailServer,
  givenNameServer,
  givenProxy,
  type Listening,
} from '../../test/given-outside.ts'
import { backupName } from '../backups/backup-place.ts'
import { clientConfig } from '../client-config.ts'
import { readConfig } from '../config.ts'
import { openHttp } from '../http/open-http.ts'
import { serializerCompiler, validatorCompiler } from '../http/zod-compilers.ts'
import { messageTemplates } from '../messages/whatsapp/message-templates.ts'
import { statusPlugin } from '../status/status-plugin.ts'
import { checkClock } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkCertificate, checkDns, checkListening, checkSite } from './check-site.ts'
import { createNetwork } from './network.ts'
import { runChecks } from './run-checks.ts'
import { withTimeLimit } from './with-time-limit.ts'

const now = new Date('2026-11-22T10:00:00Z')
const secrets = { mail: 'mail-secret-1', shop: 'shop-secret-2', bot: '123456:token-of-the-bot' }

/** The way the world around an installation differs from one in which everything is in order. */
type Faults = {
  env?: Record<string, string>
  headers?: (visitors: IncomingHttpHeaders) => Record<string, string | undefined>
  isReady?: boolean
  names?: Record<string, string[]>
  shopCode?: string
  graph?: (path: string) => { status: number; body: object } | null
  backups?: string[]
  keyMode?: number
}

const names = {
  'clearday.kz': ['v=spf1 include:_spf.example.kz ~all'],
  'mail._domainkey.clearday.kz': ['v=DKIM1; k=rsa; p=MIIBIjANBg'],
  '_dmarc.clearday.kz': ['v=DMARC1; p=none'],
}

/** As Caddy does it: whatever a visitor says of their address is thrown away. */
const goodProxy = (visitors: IncomingHttpHeaders) => ({
  'x-forwarded-for': '198.51.100.5',
  'x-forwarded-proto': 'http',
  host: visitors.host,
})

async function kept(listening: Promise<Listening>): Promise<Listening> {
  const open = await listening
  onTestFinished(open.close)
  return open
}

/** Sets up an installation with everything it talks to, and examines it. */
async function examined(
  faults: Faults = {},
): Promise<{ findings: Finding[]; named: (...reasons: string[]) => Finding[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'diagnostics-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  await mkdir(join(dataDir, 'database'), { recursive: true, mode: 0o700 })
  await writeFile(`${dataDir}.keys`, 'key', { mode: 0o600 })
  await chmod(`${dataDir}.keys`, faults.keyMode ?? 0o600)
  await mkdir(join(folder, 'backups'))
  for (const name of faults.backups ?? [backupName(new Date('2026-11-21T22:10:00Z'))]) {
    await writeFile(join(folder, 'backups', name), '')
  }

  let appPort = 0
  const proxy = await kept(givenProxy(() => appPort, faults.headers ?? goodProxy))
  const mail = await kept(givenMailServer(secrets.mail))
  const shop = await kept(
    givenHttp((_request, response) => {
      const code = faults.shopCode ?? '3'
      response.end(`<OperationStateResponse><Result><Code>${code}</Code></Result></OperationStateResponse>`)
    }),
  )
  const graph = await kept(givenGraph(faults.graph ?? (() => null)))
  const telegram = await kept(givenTelegram())
  const server = await kept(givenNameServer(faults.names ?? names))
  const settings = readConfig(
    {
      ...{
        SANDBOX: '1',
        SITE_URL: proxy.url,
        TRUST_PROXY: 'loopback',
        LOG_LEVEL: 'silent',
        DATA_DIR: dataDir,
      },
      ...{ BACKUP_DIR: join(folder, 'backups'), BACKUP_PASSPHRASE: 'four words nobody guesses' },
      ...{ MAIL: 'smtp', SMTP_HOST: 'localhost', SMTP_PORT: String(mail.port), SMTP_USER: 'site' },
      ...{
        SMTP_PASSWORD: secrets.mail,
        MAIL_FROM: 'Ясный день <hello@clearday.kz>',
        MAIL_DKIM_SELECTOR: 'mail',
      },
      ...{ PAYMENTS: 'robokassa', ROBOKASSA_HOST: shop.url, ROBOKASSA_MERCHANT_LOGIN: 'clearday' },
      ...{ ROBOKASSA_PASSWORD1: 'shop-secret-1', ROBOKASSA_PASSWORD2: secrets.shop },
      ...{ WHATSAPP: 'cloud', WHATSAPP_GRAPH_URL: graph.url, WHATSAPP_TOKEN: graphAccount.token },
      ...{ WHATSAPP_PHONE_NUMBER_ID: graphAccount.phoneNumberId, WHATSAPP_APP_SECRET: 'app-secret-3' },
      ...{ WHATSAPP_VERIFY_TOKEN: 'verify-secret-4' },
      ...{ TELEGRAM_BOT_TOKEN: secrets.bot, TELEGRAM_CHAT_ID: '77', TELEGRAM_API_URL: telegram.url },
      ...{ HEARTBEAT_URL: `${telegram.url}/heartbeat-secret`, ALARM_DISK_GB: '0' },
      ...faults.env,
    },
    sampleOwner,
  )
  const app = openHttp(settings)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(statusPlugin, {
    prefix: '/api',
    clientConfig: clientConfig(settings, { url: proxy.url, publishableKey: '' }),
    checkReady: async () => {
      if (faults.isReady === false) throw new Error('away')
    },
    isStopping: () => false,
  })
  appPort = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  onTestFinished(() => app.close())

  const envFile = join(folder, '.env')
  const options = { network: createNetwork([server.url]), send: fetch, now: () => now, envFile }
  const findings = await runChecks(settings, options)
  return { findings, named: (...reasons) => findings.filter(({ reason }) => reasons.includes(reason)) }
}

const templates = messageTemplates({
  daily: loadDailyMessages(),
  templates: { checklist: 'checklist', daily: 'program_{category}_day_{day}' },
}).map(({ name, body, hasDocument }) => ({
  ...{ name, language: 'ru', status: 'APPROVED' },
  components: [
    ...(hasDocument ? [{ type: 'HEADER', format: 'DOCUMENT' }] : []),
    { type: 'BODY', text: body },
  ],
}))
const standing = (can_send_message: string) => ({
  health_status: { can_send_message, entities: [{ entity_type: 'WABA', id: '900' }] },
})

/** The Bot API with one bot and one chat, and an address that takes heartbeats. */
function givenTelegram(): Promise<Listening> {
  return givenHttp(async (request, response) => {
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    let body = ''
    for await (const chunk of request) body += chunk
    if (request.url === '/heartbeat-secret') return answer(200, {})
    if (!request.url?.startsWith(`/bot${secrets.bot}/`)) return answer(401, { ok: false, error_code: 401 })
    if (request.url.endsWith('/getChat') && JSON.parse(body).chat_id !== '77') {
      return answer(400, { ok: false, error_code: 400, description: 'Bad Request: chat not found' })
    }
    return answer(200, { ok: true, result: {} })
  })
}

/** The Graph API's questions about an account; templates come in two pages. */
function givenGraph(fault: (path: string) => { status: number; body: object } | null): Promise<Listening> {
  return givenHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://graph')
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    const wrong = fault(pathname)
    if (wrong) return answer(wrong.status, wrong.body)
    if (request.headers.authorization !== `Bearer ${graphAccount.token}`) {
      return answer(401, { error: { code: 190 } })
    }
    if (pathname === `/v26.0/${graphAccount.phoneNumberId}`) return answer(200, standing('AVAILABLE'))
    if (pathname !== '/v26.0/900/message_templates') return answer(404, { error: { code: 100 } })
    return searchParams.get('after') === 'second'
      ? answer(200, { data: templates.slice(9) })
      : answer(200, { data: templates.slice(0, 9), paging: { cursors: { after: 'second' }, next: 'there' } })
  })
}

const good = [
  ...[
    'settings_good',
    'disk_good',
    'clock_alone',
    'folder_good',
    'key_good',
    'database_embedded',
    'backup_good',
  ],
  ...[
    'site_local',
    'site_good',
    'proxy_good',
    'spf_good',
    'dkim_good',
    'dmarc_good',
    'shop_good',
    'shop_addresses',
  ],
  ...['whatsapp_good', 'telegram_good', 'heartbeat_good'],
]

test('where everything is in order that is said, and nothing secret', async () => {
  // Mails leave through a server on this machine, so no password crosses a network.
  const { findings, named } = await examined({ env: { SMTP_USER: '', SMTP_PASSWORD: '' } })
  const said = JSON.stringify(findings.map((finding) => [finding, diagnosticsWords(finding)]))

  expect(findings.filter((finding) => levelOf(finding) === 'error')).toEqual([])
  expect(findings.filter((finding) => levelOf(finding) === 'unchecked').map(({ reason }) => reason)).toEqual([
    'clock_alone',
    'shop_addresses',
  ])
  expect(findings.map(({ reason }) => reason)).toEqual(expect.arrayContaining([...good, 'smtp_good']))
  expect(named('backup_good')).toMatchObject([{ facts: { hours: 11 } }])
  expect(named('whatsapp_good')).toMatchObject([{ facts: { templates: 16 } }])
  expect(said).not.toMatch(/secret|token-of-the-bot|nobody guesses|graph-token|@clearday/)
})

const forwards =
  (headers: Record<string, string>): NonNullable<Faults['headers']> =>
  (visitors) => ({ host: visitors.host, 'x-forwarded-proto': 'http', ...headers })
const refusal = (code: number) => () => ({ status: 400, body: { error: { code } } })

test.each<[string, Faults]>([
  ['proxy_silent', { headers: forwards({}) }],
  ['proxy_ignored', { env: { TRUST_PROXY: '10.0.0.1' } }],
  [
    'proxy_forged',
    {
      env: { TRUST_PROXY: '1' },
      // As nginx appends to what a visitor sent.
      headers: (visitors) => ({
        ...goodProxy(visitors),
        'x-forwarded-for': [visitors['x-forwarded-for'], '198.51.100.5'].filter(Boolean).join(', '),
      }),
    },
  ],
  ['proxy_plain', { headers: forwards({ 'x-forwarded-for': '198.51.100.5', 'x-forwarded-proto': 'https' }) }],
  ['proxy_other_host', { headers: forwards({ 'x-forwarded-for': '198.51.100.5', host: 'localhost:3000' }) }],
  ['site_not_ready', { isReady: false }],
  ['smtp_tls', {}],
  ['spf_missing', { names: { ...names, 'clearday.kz': [] } }],
  ['dkim_missing', { env: { MAIL_DKIM_SELECTOR: 'other' } }],
  ['dmarc_missing', { names: { ...names, '_dmarc.clearday.kz': [] } }],
  ['sender_unreadable', { env: { MAIL_FROM: 'hello' } }],
  ['shop_password', { shopCode: '1' }],
  ['shop_unknown', { shopCode: '2' }],
  ['shop_away', { shopCode: '1000' }],
  [
    'shop_test_mode',
    { env: { ROBOKASSA_TEST_MODE: '1', ROBOKASSA_TEST_PASSWORD1: 'a', ROBOKASSA_TEST_PASSWORD2: 'b' } },
  ],
  ['whatsapp_token', { env: { WHATSAPP_TOKEN: 'expired' } }],
  ['whatsapp_token', { graph: refusal(10) }],
  ['whatsapp_number', { graph: refusal(100) }],
  ['whatsapp_away', { graph: () => ({ status: 500, body: {} }) }],
  [
    'whatsapp_blocked',
    { graph: (path) => (path.includes('900') ? null : { status: 200, body: standing('BLOCKED') }) },
  ],
  ['templates_unread', { graph: (path) => (path.includes('900') ? { status: 403, body: {} } : null) }],
  ['template_missing', { env: { WHATSAPP_TEMPLATE_CHECKLIST: 'other' } }],
  ['payments_off', { env: { PAYMENTS: 'off' } }],
  ['whatsapp_off', { env: { WHATSAPP: 'off' } }],
  ['telegram_token', { env: { TELEGRAM_BOT_TOKEN: '99:another-bot-of-somebody' } }],
  ['telegram_chat', { env: { TELEGRAM_CHAT_ID: '78' } }],
  ['telegram_away', { env: { TELEGRAM_API_URL: 'http://127.0.0.1:9' } }],
  ['telegram_off', { env: { TELEGRAM: 'off' } }],
  ['heartbeat_away', { env: { HEARTBEAT_URL: 'http://127.0.0.1:9/heartbeat-secret' } }],
  ['backup_none', { backups: [] }],
  ['backup_old', { backups: [backupName(new Date('2026-11-20T22:10:00Z'))] }],
  ['backup_off', { env: { BACKUP: 'off' } }],
  ['key_open', { keyMode: 0o644 }],
  ['folder_absent', { env: { DATA_DIR: '/nowhere/data' } }],
  ['folder_no_folder', { env: { DATA_DIR: '/dev/null' } }],
])('%s is seen', async (reason, faults) => {
  const { findings, named } = await examined(faults)

  expect(named(reason), JSON.stringify(findings)).toHaveLength(1)
})

test('who may pass for the proxy, or pass it by, is seen on a machine of one’s own', () => {
  const http = { ...readConfig({}, sampleOwner).http, trustProxy: ['loopback'] }
  const seen = (more: Partial<typeof http>, isContainer = false) =>
    checkListening({ ...http, ...more }, isContainer).map(({ reason }) => reason)

  expect(seen({})).toEqual(['proxy_neighbours'])
  expect(seen({ proxySecret: 'sixteen letters and more' })).toEqual([])
  expect(seen({ host: '0.0.0.0', trustProxy: ['10.0.0.1'] })).toEqual(['host_open'])
  expect(seen({ host: '0.0.0.0', trustProxy: ['uniquelocal'] }, true)).toEqual([])
})

test('what does not answer counts as not looked at, not as in order and not as wrong', async () => {
  const { findings } = await examined({
    env: {
      TELEGRAM_API_URL: 'http://127.0.0.1:9',
      HEARTBEAT_URL: 'http://127.0.0.1:9/',
      ROBOKASSA_HOST: 'http://127.0.0.1:9',
      WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9',
    },
  })
  const levels = Object.fromEntries(findings.map((finding) => [finding.reason, levelOf(finding)]))

  expect(levels).toMatchObject({
    telegram_away: 'unchecked',
    heartbeat_away: 'unchecked',
    shop_away: 'unchecked',
    whatsapp_away: 'unchecked',
  })
})

test('a site that answers and stops answering has not been looked at', async () => {
  const site = await kept(
    givenHttp((request, response) => {
      if (request.url === '/api/health') response.end('{"status":"ok"}')
      else response.destroy()
    }),
  )
  const http = { ...readConfig({}, sampleOwner).http, siteUrl: site.url }

  expect(await withTimeLimit({ check: 'site', run: () => checkSite(http, fetch) }, 10_000)).toMatchObject([
    { reason: 'not_checked' },
  ])
})

test('a password that the mail server refuses is seen', async () => {
  const { port } = await kept(givenMailServer(secrets.mail))
  const credentials = { user: 'site', password: 'old' }
  const settings = {
    kind: 'smtp',
    host: '127.0.0.1',
    port,
    secure: false,
    requireTls: false,
    credentials,
  } as const
  const [server] = checkMail({ ...settings, from: 'hello@clearday.kz', dkimSelector: null }, createNetwork())

  expect(await server?.run()).toMatchObject([{ reason: 'smtp_login' }])
})

test('a site that is away, and one that is another, are seen', async () => {
  const other = await kept(givenHttp((_request, response) => response.end('Welcome to nginx!')))
  const at = (siteUrl: string) => ({
    siteUrl,
    apiPrefix: '/api',
    apiUrl: null,
    port: 0,
    host: null,
    trustProxy: false,
    proxySecret: null,
  })
  const gone = await givenHttp(() => {})
  await gone.close()

  expect(await checkSite(at(other.url), fetch)).toMatchObject([{ reason: 'site_other' }])
  expect(await checkSite(at(gone.url), fetch)).toMatchObject([{ reason: 'site_away' }])
})

test('a name that leads nowhere, and a certificate that ran out, are seen', async () => {
  const server = await kept(givenNameServer({}))
  const secure = await kept(givenMailServer('', true))
  const gone = await givenHttp(() => {})
  await gone.close()

  expect(await checkDns('clearday.kz', createNetwork([server.url]))).toMatchObject([
    { reason: 'dns_missing' },
  ])
  expect(await checkCertificate(new URL(`https://127.0.0.1:${secure.port}`), now)).toMatchObject([
    { reason: 'tls_expired' },
  ])
  expect(await checkCertificate(new URL(`https://127.0.0.1:${gone.port}`), now)).toMatchObject([
    { reason: 'tls_away' },
  ])
})

test('a clock that disagrees with a server is seen, whatever the first server says', async () => {
  const late = new Date(now.getTime() - 3_600_000)
  const silent = await givenHttp(() => {})
  await silent.close()
  const server = await kept(
    givenHttp((_request, response) => response.setHeader('date', late.toUTCString()).writeHead(404).end()),
  )

  expect(await checkClock([silent.url, server.url], () => now, fetch)).toMatchObject([
    { reason: 'clock_wrong', facts: { seconds: 3600 } },
  ])
})

test('what hangs or fails is named as not checked, and keeps nothing else waiting', async () => {
  const hanging = { check: 'whatsapp', run: () => new Promise<never>(() => {}) } as const
  const failing = {
    check: 'dkim',
    run: () => Promise.reject(Object.assign(new Error('no'), { code: 'ESERVFAIL' })),
  } as const

  expect(await withTimeLimit(hanging, 1)).toEqual([
    { reason: 'not_checked', facts: { check: 'whatsapp', reason: 'ETIMEDOUT' } },
  ])
  expect(await withTimeLimit(failing, 1_000)).toEqual([
    { reason: 'not_checked', facts: { check: 'dkim', reason: 'ESERVFAIL' } },
  ])
})
