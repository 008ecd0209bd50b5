import { readFile } from 'node:fs/promises'
import { minify, transformWithOxc } from 'vite'

/** A source file without imports, as it stands in a page or in a file of its own: plain script, small. */
export async function inlineScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  const { code: small } = await minify(file, code, { module: true })
  return small.replace(/export\{\};?/, '').trim()
}
