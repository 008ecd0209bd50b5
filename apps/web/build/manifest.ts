/** What Vite writes into `dist/.vite/manifest.json`, as far as it is read here. */
export type Manifest = Record<
  string,
  { file: string; src?: string; isEntry?: boolean; imports?: string[]; css?: string[]; assets?: string[] }
>

/** The page entry and everything it imports before it runs: script files, relative to `dist`. */
export function entryScripts(manifest: Manifest): string[] {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (!entry) throw new Error('The manifest names no entry')
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit(entry)
  return [...seen].flatMap((key) => manifest[key]?.file ?? [])
}

/** The typefaces of the first screen, headline and text, to be fetched before the stylesheet asks for them. */
export function fontPreloads(manifest: Manifest): string[] {
  const wanted = ['literata-cyrillic-wght-normal', 'golos-text-cyrillic-wght-normal']
  return wanted.map((name) => {
    const font = Object.values(manifest).find(
      ({ src, file }) => src?.includes(`${name}.woff2`) ?? file.includes(name),
    )
    if (!font) throw new Error(`The build holds no font ${name}`)
    return `/${font.file}`
  })
}
