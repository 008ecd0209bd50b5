import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

let held: Promise<WebAssembly.Module> | undefined

/**
 * Holds PGlite's program for as long as this process lives. V8 compiles a program once, and makes it faster where it is used,
 * while somebody holds it: without this every thread that opens a PGlite begins with that anew.
 */
export async function holdPGlite(): Promise<void> {
  held ??= compile()
  await held
}

async function compile(): Promise<WebAssembly.Module> {
  const library = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  return WebAssembly.compile(await readFile(join(dirname(library), 'pglite.wasm')))
}
