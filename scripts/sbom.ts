import { readFileSync } from 'node:fs'

/**
 * Writes what the installation is made of to standard output, as CycloneDX JSON, from the lock file. `npm sbom` refuses workspaces
 * without versions, which ours have no use for.
 */
type Locked = {
  version?: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  name?: string
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
)
const components = Object.entries(lock.packages).flatMap(
  ([path, { version, license, integrity, dev, link, ...rest }]) => {
    const folder = 'node_modules/'
    if (!path.includes(folder) || dev || link || !version) return []
    const name = rest.name ?? path.slice(path.lastIndexOf(folder) + folder.length)
    const [algorithm = '', digest = ''] = integrity?.split('-') ?? []
    return {
      ...{ type: 'library', name, version, 'bom-ref': path },
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(license && { licenses: [{ expression: license }] }),
      ...(algorithm === 'sha512' && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
      }),
    }
  },
)
console.log(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components }, null, 2))
