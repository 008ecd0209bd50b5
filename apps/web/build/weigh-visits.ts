import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'

const root = path.resolve(import.meta.dirname, '..')
const own = /\/(tell-visits|visits\/(visit|told-steps))(\.ts)?$/

/** Shares of a script's length at which it is weighed. */
const places = Array.from({ length: 9 }, (_, at) => (at + 1) / 10)

/**
 * How many bytes it costs a visitor that their visit is told of: the script that does nothing else, without what it shares with the
 * quiz, compressed within another script as it is within the quiz's. What it costs depends on where it stands by some tens of bytes,
 * so it is weighed at several places of several scripts, and the next change of one of them hardly moves the mean.
 */
export async function weighVisits(scripts: readonly string[]): Promise<number> {
  const script = await buildAlone()
  const added = await Promise.all(scripts.map((within) => weighWithin(unnamed(within), script)))
  return mean(added)
}

async function weighWithin(within: string, script: string): Promise<number> {
  const functions = [...within.matchAll(/\}function /g)].map(({ index }) => index + 1)
  const added = places.map(async (share) => {
    const at = functions[Math.floor(functions.length * share)] ?? 0
    const weighWith = (put: string) => weigh(within.slice(0, at) + put + within.slice(at))
    // Beside the same with next to nothing in that place: what a script weighs by itself varies by as much as it does with this in it.
    return (await weighWith(script)) - (await weighWith(';'))
  })
  return mean(await Promise.all(added))
}

/** A script that names others without the digits of their contents: they are others with every change of anything. */
function unnamed(script: string): string {
  return script.replace(/-[\w-]{6}\.js/g, '.js')
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
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
