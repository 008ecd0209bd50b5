import { PurgeCSS } from 'purgecss'

/** Whatever of a page may be a tag, or a class, whose name may hold the signs that tags are made of. */
const words = (html: string) => [...(html.match(/[^\s"'<>=/]+/g) ?? []), ...(html.match(/[^\s"']+/g) ?? [])]

const signs: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#x27;': "'" }
const unescaped = (html: string) => html.replace(/&(?:amp|lt|gt|#x27);/g, (sign) => signs[sign] ?? sign)

/** Every attribute a selector asks about: `early.ts` sets them one by one, and what does not say so needs them as they are. */
const attributes = (css: string) => [...css.matchAll(/\[([\w-]+)[\]=~^$*|]/g)].map(([, name = '']) => name)

/** `:focus-visible` names no element, and what names none is thought to be needed by none. */
const ofAnything = (css: string) => css.replace(/(?<=^|[{},])(?=:)/g, '*')

/** The rules of a stylesheet that a page as it was built can need, whatever is pressed before a script changes it, in their order. */
export async function firstStyles(css: string, html: string): Promise<string> {
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: unescaped(html), extension: 'html' }],
    css: [{ raw: ofAnything(css) }],
    defaultExtractor: words,
    dynamicAttributes: attributes(css),
  })
  if (!purged) throw new Error('The stylesheet has no rules')
  return purged.css
}

const layer = '@layer utilities{'

/**
 * A stylesheet's utilities, without the layer around them, and what stands before and after it: faces, colours, rules of elements, movements.
 * Only utilities in no layer may come to a page that is drawn already: what names every element, a variable of the page, a property or a
 * layer has a browser style and lay out all of it anew. They outrank the other layers there as in theirs; what is to outrank them is important.
 */
export function splitUtilities(css: string): { before: string; utilities: string; after: string } {
  const start = css.indexOf(layer)
  if (start < 0) throw new Error('The stylesheet has no utilities')
  const end = endOfBlock(css, start)
  const utilities = css.slice(start + layer.length, end - 1)
  const after = css.slice(end)
  if (after.includes('@layer utilities')) throw new Error('The stylesheet has utilities in two places')
  const [anew] = /@(?:layer|property|font-face|keyframes)\b/.exec(utilities) ?? []
  if (anew) throw new Error(`The utilities would style the page anew: ${anew}`)
  return { before: css.slice(0, start), utilities, after }
}

/** Where the block ends that begins at or after `start`. A brace within a string would mislead it, and our styles have none. */
function endOfBlock(css: string, start: number): number {
  let depth = 0
  for (let at = start; at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  throw new Error('A block of the stylesheet has no end')
}
