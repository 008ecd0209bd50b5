import type { Role } from '../wire.ts'

const bucket = '(?!(?:authenticated|copy|info|list|list-v2|move|public|sign|upload)(?:/|$))[^/]+'

/** All that Studio asks of the services. What sends mail or makes a link is not among it. */
const calls: readonly (readonly [methods: string, path: RegExp])[] = [
  ['GET POST PATCH DELETE', /^\/rest\/v1\/[^/]+$/],
  ['GET POST', /^\/auth\/v1\/admin\/users$/],
  ['GET PUT DELETE', /^\/auth\/v1\/admin\/users\/[0-9a-f-]{36}$/],
  ['GET POST', /^\/storage\/v1\/bucket$/],
  ['POST', /^\/storage\/v1\/object\/list\/[^/]+$/],
  ['GET', /^\/storage\/v1\/object\/authenticated\/[^/]+\/.+$/],
  ['POST DELETE', new RegExp(`^/storage/v1/object/${bucket}/.+$`)],
]

/** What RFC 3986 (section 2.3) calls unreserved: `%73ign` is `sign` to whoever routes it, though a URL keeps it as it is. */
const writtenByNumber = /%(?:2[de]|3\d|[46][1-9a-f]|5[\daf]|7[\dae])/gi

/** Whether Studio may ask this of a service as a role. Accounts are managed as the server alone. `path` is a URL's, normalised. */
export function isAllowed(role: Role, method: string, path: string): boolean {
  if (path.startsWith('/auth/') && role !== 'service_role') return false
  const read = path.replace(writtenByNumber, (letter) => decodeURIComponent(letter))
  return calls.some(([methods, pattern]) => methods.split(' ').includes(method) && pattern.test(read))
}
