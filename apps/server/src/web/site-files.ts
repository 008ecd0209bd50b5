import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ClientConfig } from '@app/contracts/client-config'
import { createEncoder, type Encode } from './encodings.ts'
import { fillPage } from './fill-page.ts'

export type SiteFile = {
  type: string
  /** Hashes of the scripts a page holds in itself, as a content security policy names them. */
  inlineScripts: readonly string[]
  etag: string
  /** The name holds a hash of the content, so it never changes under this name. */
  immutable: boolean
  encode: Encode
}

/** Paths below the site's root (`assets/index-4f2a.js`, `about.html`) and what they hold. */
export type SiteFiles = ReadonlyMap<string, SiteFile>

/** The way the build names a file that it has compressed, beside the file itself. */
const compressed = '.br'

const builtSite = join(import.meta.dirname, '../../../web/dist')

/** Returns the folder of the built site; null where it was not built. */
export function findBuiltSite(): string | null {
  return existsSync(join(builtSite, 'app.html')) ? builtSite : null
}

/** Reads the built site into memory, its pages filled in for this installation. Throws when it was not built. */
export async function readSite(dist: string, config: ClientConfig): Promise<SiteFiles> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  const paths = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(dist.length + 1)),
  )
  const files = new Map<string, SiteFile>()
  for (const path of paths) {
    if (isHidden(path) || path.endsWith(compressed)) continue
    const raw = await readFile(join(dist, path))
    const brotli = `${path}${compressed}`
    if (extname(path) === '.html') {
      files.set(path, toSiteFile(path, Buffer.from(fillPage(raw.toString('utf8'), config))))
    } else {
      files.set(
        path,
        toSiteFile(path, raw, paths.has(brotli) ? await readFile(join(dist, brotli)) : undefined),
      )
    }
  }
  if (!files.has('app.html') || !files.has('index.html')) throw new Error(`${dist} holds no built site`)
  return files
}

/** The build's own metadata is in dot files. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}

function toSiteFile(path: string, content: Buffer, brotli?: Buffer): SiteFile {
  const type = contentTypes[extname(path)] ?? 'application/octet-stream'
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 27)
  return {
    type,
    inlineScripts: extname(path) === '.html' ? hashInlineScripts(content.toString('utf8')) : [],
    etag: hash,
    immutable: path.startsWith('assets/'),
    encode: createEncoder(content, isCompressible(type), brotli),
  }
}

/** Hashes all inline scripts of the built pages for the content security policy. */
export function inlineScriptsOf(files: SiteFiles): string[] {
  return [...new Set([...files.values()].flatMap(({ inlineScripts }) => inlineScripts))]
}

function hashInlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
}

function isCompressible(type: string): boolean {
  return /^text\/|json|javascript|svg|manifest/.test(type)
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.pdf': 'application/pdf',
}
