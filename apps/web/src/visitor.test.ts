import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deviceKeys, tabKeys } from './lib/device/keys.ts'

const source = readFileSync(path.join(import.meta.dirname, 'visitor.ts'), 'utf8')

test('the script of the cabinet’s page, because it imports nothing, names the keys that the cabinet does', () => {
  expect(source).toContain(`localStorage['${deviceKeys.session}']`)
  expect(source).toContain(`sessionStorage['${tabKeys.paymentReturn}']`)
})
