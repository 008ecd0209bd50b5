import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const example = readFileSync(path.join(import.meta.dirname, '../../../.env.example'), 'utf8')
const sources = [
  'config.ts',
  ...readdirSync(path.join(import.meta.dirname, 'config'))
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => `config/${name}`),
]

test('.env.example names every variable that is read', () => {
  const named = new Set([...example.matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1]))
  const read = sources.flatMap((file) => {
    const source = readFileSync(path.join(import.meta.dirname, file), 'utf8')
    return [...source.matchAll(/^ +([A-Z][A-Z_]+): (?:\w+\b)(?=[.(,])/gm)].map((match) => match[1])
  })

  expect(read.length).toBeGreaterThan(25)
  expect([...new Set(read)].filter((name) => !named.has(name))).toEqual([])
})

test('uncommented for hosted Supabase, it is a configuration that starts', () => {
  const chosen = parseEnv(example.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
  // What hosted Supabase does by itself is none of ours there.
  const withoutOurs = { SMTP_USER: '', SMTP_PASSWORD: '', PASSWORD_LEAKS_FILE: '' }
  const env = { ...chosen, MODE: 'supabase', MAIL: 'smtp', NODE_ENV: '', ...withoutOurs }

  expect(readConfig(env, sampleOwner).backend.mode).toBe('supabase')
})

const production = readFileSync(path.join(import.meta.dirname, '../../../docs/production.md'), 'utf8')

/** The variables that a start in production names as missing, with these chosen. */
function missingWith(env: Record<string, string>): string[] {
  try {
    readConfig({ NODE_ENV: 'production', ...env }, sampleOwner)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map((problem) => problem.split(':', 1)[0] ?? '')
  }
}

test('the table in docs/production.md names all that production requires, and nothing that is not a setting', () => {
  const [, chapter = ''] = /\n## 2\. The settings\n(.*?)\n## 3\. /s.exec(production) ?? []
  const rows = chapter.split('\n').filter((line) => line.startsWith('|'))
  const named = new Set(
    rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)),
  )
  const services = { MAIL: 'smtp', PAYMENTS: 'robokassa', WHATSAPP: 'cloud' }
  const required = [
    ...missingWith({}),
    ...missingWith({ ...services, DATABASE_URL: 'postgres://u:p@db/clearday' }),
  ]

  expect(required).toEqual(
    expect.arrayContaining(['SITE_URL', 'SMTP_HOST', 'KEYS_FILE', 'ROBOKASSA_PASSWORD2']),
  )
  expect(required.filter((name) => !named.has(name))).toEqual([])
  expect([...named].filter((name) => !example.includes(`#${name}=`))).toEqual([])
})
