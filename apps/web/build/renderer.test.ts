import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { version } from 'react-dom'
import { expect, test } from 'vitest'

const assets = path.resolve(import.meta.dirname, '../dist/assets')

/** `npm test` builds first; alone, this needs `npm run build`. */
test.skipIf(!existsSync(assets))('React DOM alone draws the built site, once', () => {
  const scripts = readdirSync(assets, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(assets, file), 'utf8'))
  const renderers = scripts.flatMap((script) => [
    ...script.matchAll(/rendererPackageName:\s*[`"']([^`"']+)/g),
  ])
  expect(renderers.map(([, name]) => name)).toEqual(['react-dom'])
  expect(scripts.filter((script) => script.includes(version))).not.toEqual([])
  expect(scripts.filter((script) => /\b(?:preact|inferno|solid-js)\b|__preact/i.test(script))).toEqual([])
})
