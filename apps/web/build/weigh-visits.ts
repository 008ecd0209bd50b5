import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const own = /\/(tell-visits|visits\/(visit|told-steps))(\.ts)?$/

/** Shares of a script's length at which it is weighed: so many that the next change of that script does not move their mean. */
const places = Array.from({ length: 63 }, (_, at) => (at + 1) / 64)

/**
 * How many bytes it costs a visitor that their visit is told of: the script that does nothing else, without what it shares with the
 * quiz, compressed within another script as it is within the quiz's. What it costs depends on where it stands by some tens of bytes,
 * so it is weighed at several places.
 */
export async function weighVisits(within: string): Promise<number> {
  const script = await buildAlone()
  const functions = [...within.matchAll(/\}function /g)].map(({ index }) => index + 1)
  const bare = await weigh(within)
  const added = places.map(async (share) => {
    const at = functions[Math.floor(functions.length * share)] ?? 0
    return (await weigh(within.slice(0, at) + script + within.slice(at))) - bare
  })
  return (await Promise.all(added)).reduce((sum, bytes) => sum + bytes, 0) / places.length
}

async function weigh(script: string): Promise<number> {
  return (await promisify(brotliCompress)(script)).length
}

async function buildAlone(): Promise<string> {
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
  return built.output[0].code.replace(/import\s*\{?[^;]*?from\s*"[^"]*";|export\s*\{[^}]*\};?/g, '')
}
