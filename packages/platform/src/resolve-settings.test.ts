import { expect, it } from 'vitest'
import { resolveSettings } from './resolve-settings.ts'

const given = {
  database: { kind: 'pglite', dataDir: 'memory' },
  siteUrl: 'http://site.test',
  storage: { folder: '' },
  sendMail: async () => {},
  renderMail: () => ({ subject: '', text: '', html: '' }),
} as const

it.each([
  ['http://platform.test', 'http://platform.test'],
  ['http://platform.test/', 'http://platform.test'],
  ['http://platform.test/auth/v1', 'http://platform.test'],
  ['https://site.test/backend/auth/v1/', 'https://site.test/backend'],
  ['https://site.test/backend', 'https://site.test/backend'],
])('a platform reached at %s has its services beside each other at %s', (externalUrl, expected) => {
  const { auth, ...settings } = resolveSettings({ ...given, externalUrl })
  expect([settings.externalUrl, auth.jwtIssuer]).toEqual([expected, `${expected}/auth/v1`])
})
