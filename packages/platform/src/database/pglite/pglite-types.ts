import { types } from '@electric-sql/pglite'
import type { OpenedMessage } from './pglite-messages.ts'

/** Serializers and parsers by type id. */
export type ValueTypes = {
  serializers: Record<number, types.Serializer>
  parsers: Record<number, types.Parser>
}

/** PGlite's own types, with arrays of each that the database knows. */
export function createValueTypes(arrayTypes: OpenedMessage['arrayTypes']): ValueTypes {
  const serializers: ValueTypes['serializers'] = { ...types.serializers }
  const parsers: ValueTypes['parsers'] = { ...types.parsers }
  for (const { elementType, arrayType } of arrayTypes) {
    serializers[arrayType] = (values) => types.arraySerializer(values, serializers[elementType], arrayType)
    // Unknown elements stay text.
    const parseElement = parsers[elementType] ?? ((text: string) => text)
    parsers[arrayType] = (text) => types.arrayParser(text, parseElement, arrayType)
  }
  return { serializers, parsers }
}
