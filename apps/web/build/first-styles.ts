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
    keyframes: true,
    variables: true,
  })
  if (!purged) throw new Error('The stylesheet has no rules')
  return purged.css
}

/** A stylesheet's faces, and the rest of it. */
export function splitFaces(css: string): { faces: string; others: string } {
  const face = /@font-face\{[^}]*\}/g
  return { faces: (css.match(face) ?? []).join(''), others: css.replace(face, '') }
}
