import type { Page } from '@playwright/test'

/**
 * Does to every page of the tab, once React has taken it over, as the translators of browsers do: each text is replaced by elements with
 * its translation, and so is what comes anew.
 */
export async function translateTexts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    function translate(root: Node) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style, title')) continue
        const outer = document.createElement('font')
        outer.append(document.createElement('font'))
        outer.firstElementChild?.append(text.data)
        text.replaceWith(outer)
      }
    }
    const watch = new MutationObserver((records) => {
      if (document.documentElement.dataset.ready === undefined) return
      if (records.some(({ attributeName }) => attributeName)) translate(document.body)
      for (const { addedNodes } of records)
        for (const { parentNode } of addedNodes) if (parentNode) translate(parentNode)
    })
    watch.observe(document, { childList: true, subtree: true, attributeFilter: ['data-ready'] })
  })
}
