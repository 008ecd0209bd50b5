import { type Block, type Inline, inlineText } from '@app/content/ru/writing/rich-text'
import { PageLink } from '#web/components/page-link.tsx'

const linkStyle =
  'text-meadow-deep underline decoration-1 underline-offset-4 transition-colors hover:text-ink'

type RichLineProps = {
  content: readonly Inline[]
  /** True when links open a new tab, so that a form stays. */
  newTab?: boolean
}

/** Renders a line of text with links. */
export function RichLine({ content, newTab = false }: RichLineProps) {
  return content.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
      <RichLink key={index} href={piece.href} newTab={newTab}>
        {piece.text}
      </RichLink>
    ),
  )
}

function RichLink({ href, newTab, children }: { href: string; newTab: boolean; children: string }) {
  if (href.startsWith('/') && !newTab) {
    return (
      <PageLink to={href} className={linkStyle}>
        {children}
      </PageLink>
    )
  }
  const opened = newTab || href.startsWith('https:') ? { target: '_blank', rel: 'noopener' } : {}
  return (
    <a href={href} className={linkStyle} {...opened}>
      {children}
    </a>
  )
}

/** Renders paragraphs and lists. */
export function RichBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block) =>
    block.kind === 'paragraph' ? (
      <p key={inlineText(block.content)}>
        <RichLine content={block.content} />
      </p>
    ) : (
      <ul key={block.items.map(inlineText).join()} className="list-disc space-y-1.5 pl-5 marker:text-amber">
        {block.items.map((item) => (
          <li key={inlineText(item)}>
            <RichLine content={item} />
          </li>
        ))}
      </ul>
    ),
  )
}
