import { invalidInput } from '../http/app-error.ts'

/** Tells whoever asks for a place that no page has answered that there is none; anything else goes on. */
export function refuseCursor(error: unknown): never {
  throw error instanceof RangeError ? invalidInput({ after: 'place' }) : error
}
