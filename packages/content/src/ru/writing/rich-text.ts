/** Part of a sentence: plain text or a link. */
export type Inline = string | { text: string; href: string }

/**
 * A block of a long text. Links are data, so that a page, a mail and a PDF can each render them.
 */
export type Block =
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; items: readonly (readonly Inline[])[] }

export function paragraph(...content: Inline[]): Block {
  return { kind: 'paragraph', content }
}

/** Builds a list; an item with a link has several pieces. */
export function list(...items: (Inline | Inline[])[]): Block {
  return { kind: 'list', items: items.map((item) => (Array.isArray(item) ? item : [item])) }
}

export function link(text: string, href: string): Inline {
  return { text, href }
}

/**
 * Returns the text of blocks without links, one line for each block or item, for the record of a
 * consent.
 */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) =>
      block.kind === 'list' ? block.items.map((item) => `— ${inlineText(item)}`) : inlineText(block.content),
    )
    .join('\n')
}

/** Returns the text of one line without links. */
export function inlineText(content: readonly Inline[]): string {
  return content.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
}
