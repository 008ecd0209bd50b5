import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root, run } from './run.ts'

const web = path.join(root, 'apps/web')
/** Lies in the build itself, so that whatever removes the build removes it too. */
const stamp = path.join(web, 'dist/.built-from')

/** Builds the web app when its build is missing or was made from other sources. Throws when it cannot be built. */
export async function buildWebIfStale(): Promise<void> {
  // An image holds what was built, and none of what it was built from.
  if (!existsSync(path.join(web, 'package.json')) && existsSync(path.join(web, 'dist'))) return
  const inputs = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return

  process.stdout.write('Building the web app…\n')
  const { code, output } = await run('npm', ['run', 'build', '-w', '@app/web'], { quiet: true })
  if (code !== 0) throw new Error(`The web app cannot be built:\n${output}`)
  writeFileSync(stamp, inputs)
}

/** One hash over everything the build reads. */
function hashInputs(): string {
  const hash = createHash('sha256')
  for (const folder of ['apps/web', 'packages/domain', 'packages/content', 'packages/contracts']) {
    for (const file of filesBelow(path.join(root, folder))) {
      hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  hash.update(readFileSync(path.join(root, 'package-lock.json')))
  return hash.digest('hex')
}

const outputs = new Set(['node_modules', 'dist'])

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !outputs.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(file) : [file]
    })
}
