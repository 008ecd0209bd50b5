import type { Page } from '@playwright/test'

/** Words on the page that go on in the next line though nothing parts them, as `нутрициолого|м`. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = []
    const letter = /\p{L}/u
    const texts = document.createTreeWalker(
      document.querySelector('main') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest('.sr-only, [aria-hidden]'))
        continue
      const range = document.createRange()
      let before: DOMRect | null = null
      for (const [at, sign] of [...text.data].entries()) {
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const box = [...range.getClientRects()].at(-1)
        const isLetter = letter.test(sign) && box !== undefined
        if (isLetter && before && box.top > before.top + box.height / 2) {
          broken.push(`${text.data.slice(0, at)}|${text.data.slice(at)}`)
        }
        before = isLetter ? box : null
      }
    }
    return broken
  })
}
