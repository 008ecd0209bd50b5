import type { Inline } from '../writing/rich-text.ts'

/**
 * A part of a mail, which is rendered as plain text and as HTML. The renderer escapes its texts.
 */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; href: string }
  /** Each row is one line, whatever the length of its value. */
  | { kind: 'rows'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'small'; text: string | readonly Inline[] }
