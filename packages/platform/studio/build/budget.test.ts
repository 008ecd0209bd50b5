import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildInto } from './build-studio.ts'

/** As the platform sends it to a browser of today, and to one that knows gzip alone. React by itself is 68 kB of the latter. */
const budget = { brotli: 90_000, gzip: 100_000 }

it('all that a browser fetches stays within its budget, and is all that the policy lets run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-budget-'))
  try {
    await buildInto(folder)
    const files = globSync('**/*.*', { cwd: folder }).map((name) => ({
      name,
      bytes: readFileSync(join(folder, name)),
    }))
    expect(files.map(({ name }) => name.replace(/-[\w-]+\./, '.')).sort()).toEqual([
      'assets/index.css',
      'assets/index.js',
      'index.html',
    ])
    const sum = (weigh: (bytes: Buffer) => number) => files.reduce((all, { bytes }) => all + weigh(bytes), 0)
    const spent = {
      brotli: sum((bytes) => brotliCompressSync(bytes).length),
      gzip: sum((bytes) => gzipSync(bytes).length),
    }
    expect(spent.brotli, 'brotli').toBeLessThan(budget.brotli)
    expect(spent.gzip, 'gzip').toBeLessThan(budget.gzip)
    const page = files.find(({ name }) => name === 'index.html')?.bytes.toString() ?? ''
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
