/**
 * Rewrites a minified stylesheet for browsers of the floor (docs/browsers.md), beyond what the build lowers. Chrome before 99 drops whatever stands
 * in a `@layer`: the layers are unwrapped, which stand in their order, and the selectors of the base weigh nothing, as its layer would have it.
 * Chrome before 108 drops lengths in `svh`, Safari before 16 `overflow: clip`: each has what is nearest before it.
 */
export function forOldBrowsers(css: string): string {
  return unwrapLayers(css.replace(/@layer [^{};]+;/g, ''))
    .replace(
      /([{;])([\w-]+:[^{};]*\dsvh[^{};]*)/g,
      (_, before: string, declaration: string) =>
        `${before}${declaration.replaceAll('svh', 'vh')};${declaration}`,
    )
    .replace(/([{;])overflow:clip/g, '$1overflow:hidden;overflow:clip')
}

function unwrapLayers(css: string): string {
  const [opening, name] = /@layer ([\w-]+)\{/.exec(css) ?? []
  if (!opening) return css
  const start = css.indexOf(opening)
  const first = start + opening.length
  let end = first
  for (let depth = 1; depth > 0; end++) {
    if (end === css.length) throw new Error(`The layer ${name} does not end`)
    if (css[end] === '{') depth++
    if (css[end] === '}') depth--
  }
  const rules = css.slice(first, end - 1)
  return (
    css.slice(0, start) + (name === 'base' ? withoutSpecificity(rules) : rules) + unwrapLayers(css.slice(end))
  )
}

/** A part of an element stands in no `:where()`, and weighs less than a class as it is. */
function withoutSpecificity(rules: string): string {
  return rules.replace(/([^{}@;]+)(?=\{[^{}]*\})/g, (selector) =>
    /[.:[]/.test(selector) && !/::|:(?:before|after|-moz)/.test(selector) ? `:where(${selector})` : selector,
  )
}
