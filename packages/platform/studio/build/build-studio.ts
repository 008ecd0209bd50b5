import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const studio = path.resolve(import.meta.dirname, '..')
/** Lies in the build itself, so that whatever removes the build removes it too. */
const stamp = 'built-from'

/**
 * Builds Studio's pages when they are missing or were made from other sources. Takes seconds; nothing but Studio waits for it. Throws
 * with what the build says when it fails; the pages of before stay then.
 */
export async function buildStudioIfStale(root = studio): Promise<void> {
  const sources = hashSources(root)
  const dist = path.join(root, 'dist')
  const built = path.join(dist, stamp)
  if (existsSync(built) && readFileSync(built, 'utf8') === sources) return
  // Several processes may find at once that there is none: each makes its own, and one of them stays.
  const draft = path.join(dist, `../node_modules/.studio-${randomUUID()}`)
  try {
    await buildInto(draft, root)
    await writeFile(path.join(draft, stamp), sources)
    await replaceDist(dist, draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Puts the draft where the build lies, unless another process has just put its own there: a folder is not renamed onto a filled one. */
async function replaceDist(dist: string, draft: string): Promise<void> {
  try {
    await rm(dist, { recursive: true, force: true })
    await rename(draft, dist)
  } catch (error) {
    if (!existsSync(path.join(dist, stamp))) throw error
  }
}

/** Builds the pages into a folder, in a process of its own: what builds is large, and whoever serves keeps none of it. */
export async function buildInto(folder: string, root = studio): Promise<void> {
  const args = [findVite(), 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir']
  // Nothing else of the server's: its secrets are no business of a build, and its NODE_ENV would choose the pages' React.
  const { PATH, HOME } = process.env
  await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: 'production' },
  }).catch((error: unknown) => {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new Error(`Studio's pages could not be built:\n${said}`)
  })
}

function findVite(): string {
  try {
    return path.join(path.dirname(fileURLToPath(import.meta.resolve('vite/package.json'))), 'bin/vite.js')
  } catch {
    throw new Error(
      "Studio's pages are not built, and what builds them is not installed: install what is needed to develop, or leave STUDIO_ENABLED out.",
    )
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256')
  const files = globSync('{src/**/*.{ts,tsx,css},index.html,package.json,vite.config.ts}', { cwd: root })
  for (const file of files.sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  return hash.digest('hex')
}
