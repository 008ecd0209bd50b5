/** A piece of a sentence: plain words, or words that lead somewhere. */
export type Inline = string | { text: string; href: string }

/** A block of a long text. Links are data, so that a page, a mail and a PDF can each draw them their own way. */
export type Block =
  | { kind: 'paragraph'; content: readonly Inline[] }
  | { kind: 'list'; items: readonly (readonly Inline[])[] }

export function paragraph(...content: Inline[]): Block {
  return { kind: 'paragraph', content }
}

/** A list whose items are each one text, or several pieces when they hold a link. */
export function list(...items: (Inline | Inline[])[]): Block {
  return { kind: 'list', items: items.map((item) => (Array.isArray(item) ? item : [item])) }
}

export function link(text: string, href: string): Inline {
  return { text, href }
}

/** The words of some blocks without their links, one line a block or item: what a consent's record keeps. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) =>
      block.kind === 'list' ? block.items.map((item) => `— ${inlineText(item)}`) : inlineText(block.content),
    )
    .join('\n')
}

/** The words of one line without its links. */
export function inlineText(content: readonly Inline[]): string {
  return content.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')
}
