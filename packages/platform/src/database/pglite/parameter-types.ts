import type { types } from '@electric-sql/pglite'

/** Texts of statements whose parameter types are remembered. */
const maxStatements = 500

/** The types of a statement's parameters by its text, so that PGlite is asked for them once. */
export class ParameterTypes {
  readonly #known = new Map<string, readonly number[]>()

  find(text: string): readonly number[] | undefined {
    return this.#known.get(text)
  }

  remember(text: string, types: readonly number[]): readonly number[] {
    const [oldest] = this.#known.keys()
    if (this.#known.size >= maxStatements && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(text, types)
    return types
  }

  forgetAll(): void {
    this.#known.clear()
  }
}

/** Parameters as PostgreSQL's texts. */
export function toTexts(
  parameters: readonly unknown[],
  types: readonly number[],
  serializers: Readonly<Record<number, types.Serializer>>,
): (string | null)[] {
  return parameters.map((value, at) => {
    if (value === null || value === undefined) return null
    const toText = serializers[types[at] ?? -1]
    return toText ? toText(value) : String(value)
  })
}
