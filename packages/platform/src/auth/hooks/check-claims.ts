import { isObject } from '../../http/json.ts'
import { AuthError } from '../auth-errors.ts'

/** What claims have to be, as GoTrue's schema of a token has it; the first ten cannot be left out. */
const kinds = {
  aud: (value) => typeof value === 'string' || Array.isArray(value),
  exp: Number.isInteger,
  iat: Number.isInteger,
  sub: isText,
  email: isText,
  phone: isText,
  role: isText,
  aal: isText,
  session_id: isText,
  is_anonymous: (value) => typeof value === 'boolean',
  iss: isText,
  jti: isText,
  nbf: Number.isInteger,
  app_metadata: isObject,
  user_metadata: isObject,
  amr: (value) => Array.isArray(value) && value.every(isObject),
} satisfies Record<string, (value: unknown) => boolean>

const required: readonly string[] = Object.keys(kinds).slice(0, 10)

/**
 * The claims that a hook answers with. Throws when one is missing that a token needs, or is of another kind. A token of a
 * user's may speak in another role, as in GoTrue, but in none that administers accounts unless it did so before.
 */
export function checkClaims(
  output: Readonly<Record<string, unknown>>,
  { role, adminRoles }: { role: string; adminRoles: readonly string[] },
): Record<string, unknown> {
  const { claims } = output
  if (claims === undefined) throw unusable('output claims field is missing')
  if (!isObject(claims)) throw unusable('output claims are no object')
  const wrong = [
    ...required.filter((name) => claims[name] === undefined).map((name) => `(root): ${name} is required`),
    ...Object.entries(kinds)
      .filter(([name, isKind]) => claims[name] !== undefined && !isKind(claims[name]))
      .map(([name]) => `${name}: Invalid type`),
  ]
  if (typeof claims.role === 'string' && claims.role !== role && adminRoles.includes(claims.role)) {
    wrong.push('role: Not a role of users')
  }
  if (wrong.length === 0) return claims
  throw unusable(
    `output claims do not conform to the expected schema: \n${wrong.map((line) => `- ${line}\n`).join('')}`,
  )
}

const unusable = (message: string) => new AuthError(500, 'unexpected_failure', message)

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
