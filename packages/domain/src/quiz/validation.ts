import type { PhoneCode } from '../messages/phone.ts'
import type { AnswersSoFar, NumberKey } from './answers.ts'
import type { Step } from './steps.ts'

/** Inclusive limits in centimetres and kilograms (specification, section 9). */
export const numberLimits = {
  height: { min: 120, max: 250 },
  weight: { min: 30, max: 300 },
} as const satisfies Record<NumberKey, { min: number; max: number }>

/** The reason for refusing an answer. Its text is in `@app/content`. */
export type ValidationCode =
  | 'required'
  | 'too_small'
  | 'too_big'
  | 'not_a_number'
  | 'not_whole'
  | 'email'
  | 'email_cyrillic'
  | PhoneCode
  | 'too_long'

export type NumberParseResult = { ok: true; value: number } | { ok: false; code: ValidationCode }

/**
 * Reads a typed height or weight. A comma stands for the decimal point; height is whole
 * centimetres; weight keeps at most two decimals.
 */
export function parseNumber(key: NumberKey, text: string): NumberParseResult {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return { ok: false, code: 'required' }
  if (!/^\d{1,4}(\.\d{0,2})?$/.test(trimmed)) return { ok: false, code: 'not_a_number' }
  return checkNumber(key, Number(trimmed))
}

/** Checks a height or weight that already is a number. */
export function checkNumber(key: NumberKey, value: number): NumberParseResult {
  const { min, max } = numberLimits[key]
  if (!Number.isFinite(value)) return { ok: false, code: 'not_a_number' }
  if (value < min) return { ok: false, code: 'too_small' }
  if (value > max) return { ok: false, code: 'too_big' }
  if (key === 'height' && !Number.isInteger(value)) return { ok: false, code: 'not_whole' }
  return { ok: true, value }
}

/**
 * Returns true when the step's Next may be pressed. The contact form checks itself at its submit.
 */
export function isAnswered(step: Step, answers: AnswersSoFar): boolean {
  switch (step.type) {
    case 'welcome':
    case 'contact-form':
      return true
    case 'multi-choice':
      return answers.healthIssues.length > 0
    case 'number-input': {
      const value = answers[step.key]
      return value !== undefined && checkNumber(step.key, value).ok
    }
    case 'single-choice':
      return 'optional' in step || answers[step.key] !== undefined
  }
}
