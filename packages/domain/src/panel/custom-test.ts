import { formatJson, type JsonValue } from './json.ts'
import type { SavedTest, TestDefinition } from './test-schema.ts'

export const webhookMethods = ['POST', 'PUT', 'PATCH'] as const
export const apiMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

export type CustomKind = 'webhook' | 'api'

/** The content of a custom test's form. `text` is the typed payload or body. */
export type CustomDraft = { name: string; endpoint: string; method: TestDefinition['method']; text: string }

export const emptyDrafts: Readonly<Record<CustomKind, CustomDraft>> = {
  webhook: { name: '', endpoint: '', method: 'POST', text: '' },
  api: { name: '', endpoint: '', method: 'GET', text: '' },
}

/**
 * Returns true when the form is complete: a webhook needs an endpoint and a payload, an API test an
 * endpoint (specification, section 5).
 */
export function canTest(kind: CustomKind, { endpoint, text }: CustomDraft): boolean {
  return isFilled(endpoint) && (kind === 'api' || isFilled(text))
}

/** Returns true when the test has a name, too. */
export function canSave(kind: CustomKind, draft: CustomDraft): boolean {
  return isFilled(draft.name) && canTest(kind, draft)
}

/** Returns which form a saved configuration belongs to: only a webhook has a payload. */
export function kindOf({ test }: SavedTest): CustomKind {
  return test.payload === undefined ? 'api' : 'webhook'
}

/** Returns the part of a form that is saved under its name. */
export function toSavedTest(
  kind: CustomKind,
  { name, endpoint, method }: CustomDraft,
  payload: JsonValue | undefined,
): SavedTest {
  const field = kind === 'webhook' ? 'payload' : 'body'
  const test = { description: '', method, endpoint: endpoint.trim() }
  return { name: name.trim(), test: payload === undefined ? test : { ...test, [field]: payload } }
}

/** Returns the form content of a saved test. */
export function toDraft({ name, test }: SavedTest): CustomDraft {
  const { endpoint, method, payload, body } = test
  return { name, endpoint, method, text: formatJson(payload === undefined ? body : payload) }
}

/** Returns the key of a saved test: a webhook and a call of the API may have the same name. */
export function savedKey(test: SavedTest): string {
  return `${kindOf(test)} ${test.name}`
}

export function isSameSaved(one: SavedTest, other: SavedTest): boolean {
  return savedKey(one) === savedKey(other)
}

/** Saves a test; it replaces one of the same kind and name. */
export function withSaved(saved: readonly SavedTest[], added: SavedTest): SavedTest[] {
  return [...saved.filter((each) => !isSameSaved(each, added)), added]
}

/** Restores a removed test to its position, unless its name was taken since. */
export function withRestored(saved: readonly SavedTest[], removed: SavedTest, at: number): SavedTest[] {
  if (saved.some((each) => isSameSaved(each, removed))) return [...saved]
  return [...saved.slice(0, at), removed, ...saved.slice(at)]
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}
