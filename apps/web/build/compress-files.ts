import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

/** Compressible files. Pages are compressed by the server, because each installation fills them. */
const compressible = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.xml'])

/** Puts each file of the built site beside itself at its smallest, as `NAME.br`, so that no server has to. */
export async function compressFiles(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name)))
    .map(({ parentPath, name }) => path.join(parentPath, name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const small = await promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
  await writeFile(`${file}.br`, small)
}
