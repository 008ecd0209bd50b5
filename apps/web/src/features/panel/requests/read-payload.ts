import { panelTexts } from '@app/content/ru/ui/panel'
import { type JsonValue, parseJson } from '@app/domain/panel/json'

/** Parses an editor's text; an empty one sends nothing. Throws, in Russian, when it is no JSON. */
export function readPayload(text: string): JsonValue | undefined {
  if (text.trim() === '') return undefined
  const reading = parseJson(text)
  if (reading.outcome === 'malformed') throw new Error(panelTexts.test.badJson(reading.message))
  return reading.value
}
