/** The used part of Vite's `dist/.vite/manifest.json`. */
export type Manifest = Record<
  string,
  { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
>

/** The page entry and everything it imports before it runs: script files, relative to `dist`. */
export function entryScripts(manifest: Manifest): string[] {
  return importClosure(manifest, entryKey(manifest))
}

function importClosure(manifest: Manifest, from: string): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(from)
  return [...seen].flatMap((key) => manifest[key]?.file ?? [])
}

/** The page entry's scripts, and those of the chunks whose keys begin so: what runs before them included. */
export function scriptsOf(manifest: Manifest, chunks: readonly string[]): string[] {
  const keys = [entryKey(manifest), ...chunks.map((name) => keyOf(manifest, name))]
  return [...new Set(keys.flatMap((key) => importClosure(manifest, key)))]
}

function keyOf(manifest: Manifest, name: string): string {
  const key = Object.keys(manifest).find((each) => each.startsWith(name))
  if (!key) throw new Error(`The build has no chunk ${name}`)
  return key
}

/**
 * Checks that no other script statically imports a staff script, for which the server answers 404.
 * @throws for such an import.
 */
export function requireGuardedChunksApart(manifest: Manifest): void {
  const folderOf = (file: string) => /^assets\/(?:desk|panel)\//.exec(file)?.[0] ?? null
  for (const { file, imports = [] } of Object.values(manifest)) {
    const needed = imports.map((key) => manifest[key]?.file ?? '').find(folderOf)
    if (needed && !folderOf(file)) throw new Error(`${file} is for everybody and needs ${needed}`)
  }
}

function entryKey(manifest: Manifest): string {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The manifest names no entry')
  return entry
}

/** The faces that Russian with digits and punctuation needs: two a family. What stands in for them has no file. */
const firstFaces = ['U+410-44F', 'U+21-3F']

/** The fonts of a page's first screen, relative to `dist`. `html` holds the stylesheet. */
export function firstFonts(html: string): string[] {
  const faces = html.match(/@font-face\{[^}]*\}/g) ?? []
  const files = faces
    .filter((face) => firstFaces.some((range) => face.includes(range)))
    .flatMap((face) => /url\(\/([^)]+)\)/.exec(face)?.[1] ?? [])
  if (files.length !== 4) throw new Error(`The build holds ${files.length} first fonts, not two a family`)
  return files
}
