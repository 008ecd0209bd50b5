import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const own = /\/(tell-visits|visits\/(visit|told-steps))(\.ts)?$/

/**
 * How many bytes it costs a visitor that their visit is told of: the script that does nothing else, without what it shares with the
 * quiz, compressed behind another script as it is compressed within one.
 */
export async function weighVisits(behind: Buffer): Promise<number> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, 'src/features/quiz/store/tell-visits.ts'),
        preserveEntrySignatures: 'strict',
        external: (id) => !own.test(id),
      },
    },
  })
  if (!('output' in built)) throw new Error('one script is built at a time')
  const script = built.output[0].code.replace(/import\s*\{?[^;]*?from\s*"[^"]*";|export\s*\{[^}]*\};?/g, '')
  const weigh = async (text: Buffer) => (await promisify(brotliCompress)(text)).length
  return (await weigh(Buffer.concat([behind, Buffer.from(script)]))) - (await weigh(behind))
}
