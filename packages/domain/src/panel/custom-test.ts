import type { SavedTest, TestDefinition } from './test-schema.ts'

export const webhookMethods = ['POST', 'PUT', 'PATCH'] as const
export const apiMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

export type CustomKind = 'webhook' | 'api'

/** What stands in a custom form. `text` is the payload of a webhook or the body of an API test, as typed. */
export type CustomDraft = { name: string; endpoint: string; method: TestDefinition['method']; text: string }

/** A webhook needs an endpoint and a payload, an API test an endpoint (specification, section 5). */
export function canTest(kind: CustomKind, { endpoint, text }: CustomDraft): boolean {
  return isFilled(endpoint) && (kind === 'api' || isFilled(text))
}

/** Saving asks for a name besides. */
export function canSave(kind: CustomKind, draft: CustomDraft): boolean {
  return isFilled(draft.name) && canTest(kind, draft)
}

/** Which form a saved configuration belongs to: only a webhook has a payload. */
export function kindOf({ test }: SavedTest): CustomKind {
  return test.payload === undefined ? 'api' : 'webhook'
}

/** A configuration saved under a name that is taken replaces the one before it. */
export function withSaved(saved: readonly SavedTest[], added: SavedTest): SavedTest[] {
  return [...saved.filter(({ name }) => name !== added.name), added]
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}
