import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { sampleOwner } from '@app/content/ru/sample-owner'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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
  const env = { ...chosen, MODE: 'supabase', MAIL: 'smtp', NODE_ENV: '', SMTP_USER: '', SMTP_PASSWORD: '' }

  expect(readConfig(env, sampleOwner).backend.mode).toBe('supabase')
})
