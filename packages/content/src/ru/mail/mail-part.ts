import type { Inline } from '../writing/rich-text.ts'

/** A part of a mail, drawn once as plain text and once as HTML. Texts are plain words; escaping happens here. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; href: string }
  /** Each row is one line, whatever its value is. */
  | { kind: 'rows'; rows: readonly (readonly [name: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'small'; text: string | readonly Inline[] }
