import type { TestDefinition } from './test-schema.ts'

export type JsonValue = Exclude<TestDefinition['payload'], undefined>
export type JsonFields = { [name: string]: JsonValue }

export function isFields(value: JsonValue | undefined): value is JsonFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type JsonParseResult =
  | { outcome: 'read'; value: JsonValue }
  | { outcome: 'malformed'; message: string }

/** Parses typed JSON. The message is the engine's own. */
export function parseJson(text: string): JsonParseResult {
  try {
    return { outcome: 'read', value: JSON.parse(text) as JsonValue }
  } catch (error) {
    return { outcome: 'malformed', message: error instanceof Error ? error.message : String(error) }
  }
}

/** Formats JSON for an editor. */
export function formatJson(value: JsonValue | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}
