/**
 * Rewrites a minified stylesheet for the oldest browsers (docs/browsers.md). Chrome before 99
 * ignores `@layer`, so layers are unwrapped and base selectors lose their specificity. Chrome
 * before 108 ignores `svh`, and Safari before 16 `overflow: clip`, so each gets a fallback.
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

/** Pseudo-elements are not allowed in `:where()`. */
function withoutSpecificity(rules: string): string {
  return rules.replace(/([^{}@;]+)(?=\{[^{}]*\})/g, (selector) =>
    /[.:[]/.test(selector) && !/::|:(?:before|after|-moz)/.test(selector) ? `:where(${selector})` : selector,
  )
}
