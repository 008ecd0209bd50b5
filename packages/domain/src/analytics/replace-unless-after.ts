/** More characters than any `before` pattern reads. */
const lookbehindLength = 16

/**
 * Works like `text.replace`, but skips matches after `before`. Safari before 16.4 cannot parse
 * lookbehind. `pattern` is global; `before` ends in `$`.
 */
export function replaceUnlessAfter(
  text: string,
  before: RegExp,
  pattern: RegExp,
  toldAs: (found: string, at: number) => string,
): string {
  let told = ''
  let end = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const { 0: found, index: at } = match
    if (before.test(text.slice(Math.max(0, at - lookbehindLength), at))) pattern.lastIndex = at + 1
    else {
      told += text.slice(end, at) + toldAs(found, at)
      end = at + found.length
    }
  }
  return told + text.slice(end)
}
