const maxDepth = 64

export class JsonError extends Error {}

/** Sees every value with the text it was read from. */
export type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown

/** Reads JSON text, or throws a JsonError. Refuses nesting that PostgreSQL or a recursive walk could choke on. */
export function parseJson(text: string, revive?: Reviver): unknown {
  if (nestingOf(text) > maxDepth) throw new JsonError(`JSON is nested deeper than ${maxDepth} levels`)
  try {
    return JSON.parse(text, revive)
  } catch (error) {
    throw new JsonError(error instanceof Error ? error.message : 'invalid JSON')
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The deepest level of brackets outside of strings, found without recursion. */
function nestingOf(text: string): number {
  let depth = 0
  let maxSeen = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x7b || char === 0x5b) maxSeen = Math.max(maxSeen, ++depth)
    else if (char === 0x7d || char === 0x5d) depth--
  }
  return maxSeen
}
