import { readFile } from 'node:fs/promises'
import { minify, transformWithOxc } from 'vite'

/** Compiles a source file without imports into a small inline script. */
export async function inlineScript(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, 'utf8'), file)
  const { code: small } = await minify(file, code, { module: true })
  return small.replace(/export\{\};?/, '').trim()
}
