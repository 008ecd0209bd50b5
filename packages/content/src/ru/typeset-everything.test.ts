import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loadDailyMessages } from './daily/load-daily-messages.ts'
import { typesetLine } from './typeset.ts'

const folder = import.meta.dirname

/** What must stay as it was typed, and why. */
const plain = new Set([
  // Word for word as the specification quotes it.
  'checklistMessages',
  'paymentErrorTexts',
  // What the payment provider allows holds no such signs.
  'paymentDescriptions',
  // Settings, as an owner would type them.
  'sampleOwner',
  // They travel in an address, a file's name, a terminal.
  'chatTexts',
  'checklistFileName',
  'commandTexts',
])

/** Parts that whoever gathers them sets: each is read through `results.ts`, `checklists.ts`, the legal pages. */
const parts = /^(results\/[abc]\d|checklists\/[abc]\d|legal\/personal-data)\.ts$/
/** The panel's engineers read English, the terminal's and the interface's documents are theirs too. */
const engineers = /^(ui\/panel|panel-errors|api-docs|commands)\.ts$/

const modules = globSync('**/*.ts', { cwd: folder }).filter(
  (file) => !/\.test\.ts$/.test(file) && !parts.test(file) && !engineers.test(file),
)

test.each(modules)('everything a person reads in %s is typeset', async (file) => {
  const exported: Record<string, unknown> = await import(path.join(folder, file))
  for (const [name, value] of Object.entries(exported)) {
    if (plain.has(name)) continue
    for (const text of stringsIn(value)) expect(text, name).toBe(typesetLine(text))
  }
})

test('so are the daily messages', () => {
  for (const text of stringsIn(loadDailyMessages())) expect(text).toBe(typesetLine(text))
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}
