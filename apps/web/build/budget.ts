import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { entryScripts, type Manifest } from './manifest.ts'

/** Fails when the script a visitor waits for before the first question answers outgrows its budget. */
const budgetBytes = 100_000

const dist = path.resolve(import.meta.dirname, '../dist')
const manifest = JSON.parse(await readFile(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
const sizes = await Promise.all(
  entryScripts(manifest).map(async (file) => ({
    file,
    bytes: gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length,
  })),
)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
for (const { file, bytes } of sizes) console.warn(`${kB(bytes).padStart(9)}  ${file}`)
console.warn(`${kB(total).padStart(9)}  of ${kB(budgetBytes)} gzip before the first question answers`)
if (total > budgetBytes) process.exitCode = 1
