import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { StartRefused } from '../../database/start-refused.ts'

/** A built file, ready to be sent. */
export type Page = { type: string; plain: Buffer; br: Buffer; gzip: Buffer }

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Reads what Studio was built into, by path: `index.html`, `assets/….js`. Throws when it was not built. */
export async function readPages(folder: string): Promise<ReadonlyMap<string, Page>> {
  const names = ['index.html', ...(await namesIn(join(folder, 'assets'))).map((name) => `assets/${name}`)]
  const known = names.filter((name) => types[extname(name)] !== undefined)
  const pages = known.map(async (name) => [name, await readPage(join(folder, name))] as const)
  return new Map(await Promise.all(pages).catch(refuse))
}

async function readPage(file: string): Promise<Page> {
  const plain = await readFile(file)
  return {
    type: types[extname(file)] ?? '',
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain),
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(refuse)
}

function refuse(): never {
  throw new StartRefused('Studio is to be served and was not built: npm run build -w @app/studio')
}
