import { levelOf } from '@app/contracts/findings'
import { describe, expect, it } from 'vitest'
import {
  evaluateClock,
  evaluateDisk,
  evaluateEnvFile,
  evaluateFolder,
  evaluateKeyFile,
  evaluateMemory,
  evaluateNode,
} from './evaluate-machine.ts'
import { evaluateDkim, evaluateDmarc, evaluateSmtp, evaluateSpf, senderDomain } from './evaluate-mail.ts'
import {
  evaluateBackups,
  evaluateHeartbeat,
  evaluatePerson,
  evaluateShop,
  evaluateTelegram,
} from './evaluate-services.ts'
import { type ArrivedRequest, evaluateCertificate, evaluateProxy } from './evaluate-site.ts'
import { evaluateTemplates } from './evaluate-templates.ts'

const now = new Date('2026-11-22T10:00:00Z')
const after = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const gigabyte = 1024 ** 3

describe('the machine', () => {
  it.each([
    ['22.22.0', 'node_good'],
    ['24.1.0', 'node_good'],
    ['22.21.9', 'node_old'],
    ['20.20.1', 'node_old'],
  ])('runs Node %s: %s', (version, reason) => {
    expect(evaluateNode(version).reason).toBe(reason)
  })

  it.each([
    [0.96, true, 'memory_good'],
    [0.8, true, 'memory_short'],
    [0.8, false, 'memory_good'],
    [0.4, false, 'memory_short'],
  ])('has %s GB, embedded: %s: %s', (gigabytes, isEmbedded, reason) => {
    expect(evaluateMemory(gigabytes * gigabyte, isEmbedded).reason).toBe(reason)
  })

  it.each([
    [20, 2, 'disk_good', 'good'],
    [1.9, 2, 'disk_low', 'attention'],
    [20, 25, 'disk_low', 'attention'],
    [0.2, 2, 'disk_full', 'error'],
  ])('has %s GB left, where %s are few: %s', (gigabytes, few, reason, level) => {
    const finding = evaluateDisk({ freeBytes: gigabytes * gigabyte, totalBytes: 40 * gigabyte }, few)
    expect([finding.reason, levelOf(finding)]).toEqual([reason, level])
  })

  it.each([
    [0, 'clock_good'],
    [20, 'clock_good'],
    [-21, 'clock_off'],
    [60, 'clock_off'],
    [61, 'clock_wrong'],
    [-7200, 'clock_wrong'],
  ])('is %s seconds ahead: %s', (seconds, reason) => {
    expect(evaluateClock(after(seconds / 3600), now, 'example.kz').reason).toBe(reason)
  })
})

describe('folders and files', () => {
  const own = { isFolder: true, owner: 998, mode: 0o40700, isWritable: true }
  const key = { ...own, isFolder: false, mode: 0o100600 }

  it.each([
    [own, 998, 'folder_good'],
    [null, 998, 'folder_absent'],
    [{ ...own, isFolder: false }, 998, 'folder_no_folder'],
    [own, 1000, 'folder_foreign'],
    [own, 0, 'folder_for_root'],
    [{ ...own, mode: 0o40750 }, 998, 'folder_open'],
    [{ ...own, isWritable: false }, 998, 'folder_read_only'],
    [own, null, 'folder_good'],
  ])('the data folder as %o for %s: %s', (entry, user, reason) => {
    expect(evaluateFolder('/data', entry, user).reason).toBe(reason)
  })

  it.each([
    [key, own, 'key_good'],
    [null, own, 'key_absent'],
    [null, null, undefined],
    [{ ...key, owner: 0 }, own, 'key_foreign'],
    [{ ...key, mode: 0o100644 }, own, 'key_open'],
  ])('the key file as %o beside %o: %s', (entry, folder, reason) => {
    expect(evaluateKeyFile('/data.keys', entry, folder)?.reason).toBe(reason)
  })

  it('settings that others may read are named, and no others', () => {
    expect(evaluateEnvFile('.env', { ...key, mode: 0o100644 })?.reason).toBe('env_open')
    expect([evaluateEnvFile('.env', key), evaluateEnvFile('.env', null)]).toEqual([null, null])
  })
})

describe('the certificate', () => {
  it.each([
    [24 * 60, null, 'tls_good'],
    [24 * 13, null, 'tls_soon'],
    [-1, 'CERT_HAS_EXPIRED', 'tls_expired'],
    [24 * 60, 'ERR_TLS_CERT_ALTNAME_INVALID', 'tls_other_name'],
    [24 * 60, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_untrusted'],
    [24 * 60, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_untrusted'],
  ])('is good for %s more hours, with %s: %s', (hours, problem, reason) => {
    expect(evaluateCertificate('clearday.kz', { validUntil: after(hours), problem }, now).reason).toBe(reason)
  })
})

describe('the proxy', () => {
  const wanted = { protocol: 'https', host: 'clearday.kz' }
  const plain: ArrivedRequest = { forwarded: 'believed', address: '198.51.100.5', ...wanted }
  const claimed = '203.0.113.77'

  it.each<[string, Partial<ArrivedRequest>, Partial<ArrivedRequest>, string]>([
    ['passes on who asks', {}, {}, 'proxy_good'],
    ['says nothing of who asks', { forwarded: 'absent' }, { forwarded: 'ignored' }, 'proxy_silent'],
    ['is not believed', { forwarded: 'ignored' }, { forwarded: 'ignored' }, 'proxy_ignored'],
    ['lets a visitor say who they are', {}, { address: claimed }, 'proxy_forged'],
    ['does not say that the connection is secure', { protocol: 'http' }, {}, 'proxy_plain'],
    ['changes the name of the site', { host: '127.0.0.1:3000' }, {}, 'proxy_other_host'],
  ])('%s', (_title, first, second, reason) => {
    const way = { plain: { ...plain, ...first }, forging: { ...plain, ...second }, claimed, wanted }
    expect(evaluateProxy(way).reason).toBe(reason)
  })
})

describe('mail', () => {
  it.each([
    ['Ясный день <hello@clearday.kz>', 'clearday.kz'],
    ['hello@Mail.ClearDay.kz', 'mail.clearday.kz'],
    ['Ясный день', null],
    ['hello@localhost', null],
  ])('the domain of %s is %s', (from, domain) => {
    expect(senderDomain(from)).toBe(domain)
  })

  it.each([
    [['v=spf1 include:_spf.example.kz ~all', 'site-verification=1'], 'spf_good'],
    [['site-verification=1'], 'spf_missing'],
    [['v=spf10 ~all'], 'spf_missing'],
    [['v=spf1 ~all', 'v=spf1 -all'], 'spf_many'],
    [['v=spf1 +all'], 'spf_open'],
    [['v=spf1 mx all'], 'spf_open'],
  ])('SPF %o: %s', (records, reason) => {
    expect(evaluateSpf('clearday.kz', records).reason).toBe(reason)
  })

  const key = 'v=DKIM1; k=rsa; p=MIIBIjANBg'
  it.each<[Record<string, string[]>, string | null, string]>([
    [{ mail: [key] }, 'mail', 'dkim_good'],
    [{ mail: [] }, 'mail', 'dkim_missing'],
    [{ mail: ['v=spf1 ~all'] }, 'mail', 'dkim_missing'],
    [{ mail: ['v=DKIM1; p='] }, 'mail', 'dkim_revoked'],
    [{ default: [], google: [key] }, null, 'dkim_good'],
    [{ default: [], google: ['v=DKIM1; p=;'] }, null, 'dkim_unknown'],
  ])('DKIM %o with %s: %s', (keys, named, reason) => {
    expect(evaluateDkim('clearday.kz', new Map(Object.entries(keys)), named).reason).toBe(reason)
  })

  it('DMARC is there or not', () => {
    expect(evaluateDmarc('clearday.kz', ['v=DMARC1; p=none']).reason).toBe('dmarc_good')
    expect(evaluateDmarc('clearday.kz', ['p=none']).reason).toBe('dmarc_missing')
  })

  it.each([
    [null, 'smtp_good'],
    [{ code: 'EAUTH', message: 'Invalid login' }, 'smtp_login'],
    [{ code: 'ETLS', message: 'Error upgrading connection' }, 'smtp_tls'],
    [{ code: 'ESOCKET', message: 'self-signed certificate' }, 'smtp_tls'],
    [{ code: 'ESOCKET', message: 'connect ECONNREFUSED 127.0.0.1:25' }, 'smtp_away'],
    [{ code: 'ETIMEDOUT', message: 'Connection timeout' }, 'smtp_away'],
  ])('a connection that ends with %o: %s', (problem, reason) => {
    expect(evaluateSmtp('smtp.example.kz:587', problem).reason).toBe(reason)
  })
})

describe('the shop', () => {
  it.each([
    [null, 'shop_good'],
    ['result code 1', 'shop_password'],
    ['result code 2', 'shop_unknown'],
    ['result code 1000', 'shop_away'],
    ['TimeoutError', 'shop_away'],
  ])('answers with %s: %s', (problem, reason) => {
    expect(evaluateShop('clearday', problem).reason).toBe(reason)
  })
})

it('a consultation that nobody is shown to hold is told of, and only told', () => {
  expect(evaluatePerson(true)).toEqual([])
  const [finding] = evaluatePerson(false)
  expect(finding && levelOf(finding)).toBe('attention')
})

describe('backups', () => {
  it.each([
    [[], 'backup_none'],
    [[after(-50), after(-3)], 'backup_good'],
    [[after(-50), after(-26.5)], 'backup_old'],
  ])('made at %o: %s', (madeAt, reason) => {
    expect(evaluateBackups(madeAt, now).reason).toBe(reason)
  })
})

describe('templates', () => {
  const wanted = [
    { name: 'checklist', body: 'Ваш чек-лист.', hasDocument: true },
    { name: 'program_a_day_2', body: 'Здравствуйте, {{1}}!', hasDocument: false },
  ]
  const checklist = {
    ...{ name: 'checklist', language: 'ru', status: 'APPROVED' },
    ...{ body: 'Ваш чек-лист.', header: 'DOCUMENT' },
  }
  const daily = { ...checklist, name: 'program_a_day_2', body: 'Добрый день, {{1}}!', header: null }

  it('are in order when all are approved and take what is sent, whatever else there is', () => {
    expect(evaluateTemplates(wanted, [checklist, daily, { ...daily, name: 'hello_world' }], 'ru')).toEqual([])
  })

  it.each([
    [{ name: 'another' }, 'template_missing'],
    [{ language: 'ru_RU' }, 'template_missing'],
    [{ status: 'PAUSED' }, 'template_waiting'],
    [{ body: 'Добрый день!' }, 'template_other'],
    [{ body: 'Добрый день, {{name}}!' }, 'template_other'],
    [{ body: null }, 'template_other'],
    [{ header: 'DOCUMENT' }, 'template_other'],
  ])('one with %o is named: %s', (change, reason) => {
    expect(evaluateTemplates(wanted, [checklist, { ...daily, ...change }], 'ru')).toMatchObject([
      { reason, facts: { template: 'program_a_day_2' } },
    ])
  })
})

describe('what warns the owner', () => {
  const problem = (status: number | null) => ({ status, reason: 'reason' })

  it.each([
    [null, null, 'telegram_good'],
    [problem(401), null, 'telegram_token'],
    [problem(404), null, 'telegram_token'],
    [problem(null), null, 'telegram_away'],
    [null, problem(400), 'telegram_chat'],
    [null, problem(403), 'telegram_chat'],
    [null, problem(429), 'telegram_away'],
  ])('the bot is answered %o, the chat %o: %s', (bot, chat, reason) => {
    expect(evaluateTelegram({ bot, chat }).reason).toBe(reason)
  })

  it('a heartbeat is taken or not', () => {
    expect(evaluateHeartbeat(200, true).reason).toBe('heartbeat_good')
    expect(evaluateHeartbeat(404, false)).toMatchObject({
      reason: 'heartbeat_refused',
      facts: { status: 404 },
    })
  })
})
