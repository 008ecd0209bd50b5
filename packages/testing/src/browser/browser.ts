import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Browser, packagedBrowser } from './packaged-browser.ts'

/** The whole browsers that people have; `chromium-headless-shell` requests no icons and scrolls differently. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
]

/**
 * Finds a Chromium for the tests: `CHROMIUM_PATH`, else an installed one that starts, else the one out of an npm
 * package. Throws when there is none: a test that silently does not run proves nothing.
 */
export function findBrowser(environment: Record<string, string | undefined> = process.env): Browser {
  const chosen = environment.CHROMIUM_PATH
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, and there is nothing there.`)
    return { executablePath: chosen, env: {} }
  }
  const installed = installedBrowser(environment.PATH ?? '')
  if (installed) return { executablePath: installed, env: {} }

  const packaged = packagedBrowser()
  if (packaged) return packaged
  throw new Error(
    'No browser to test with: install Chromium or Google Chrome, name one in CHROMIUM_PATH, or run npm ci so that @sparticuz/chromium is there.',
  )
}

function installedBrowser(searchPath: string): string | null {
  const onPath = searchPath
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
  return [...onPath, ...places].find((file) => existsSync(file) && starts(file)) ?? null
}

/** An installed browser may be a stub that points to a store, or miss its libraries. */
function starts(file: string): boolean {
  try {
    return /\d+\.\d+/.test(
      execFileSync(file, ['--version'], { encoding: 'utf8', timeout: 15_000, stdio: 'pipe' }),
    )
  } catch {
    return false
  }
}
