import type { Locator, Page } from '@playwright/test'

type Measured = { text: string; ratio: number }

/**
 * The contrast of words with what is painted under them, drawings included, which axe leaves open: the page is painted
 * without its words, and each word's colour is held against the pixels of its box. One in fifty may be worse, which is
 * the edge of a line.
 */
export async function contrastOverPicture(page: Page, words: Locator): Promise<Measured[]> {
  const style = await page.addStyleTag({ content: '[data-step] :is(h1, p, li, li *) { visibility: hidden }' })
  const picture = await page.screenshot({ fullPage: true })
  await style.evaluate((element) => element.parentNode?.removeChild(element))
  return words.evaluateAll(measureAll, picture.toString('base64'))
}

/** Runs in the page. */
async function measureAll(elements: Element[], base64: string): Promise<Measured[]> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
  canvas?.drawImage(bitmap, 0, 0)
  const luminance = (colour: number[]) => {
    const [r = 0, g = 0, b = 0] = colour.map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  return elements.map((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const box = range.getBoundingClientRect()
    const at = [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round)
    const [x = 0, y = 0, width = 0, height = 0] = at
    const pixels = canvas?.getImageData(x, y, Math.max(width, 1), Math.max(height, 1)).data ?? []
    const ratios: number[] = []
    for (let index = 0; index < pixels.length; index += 4) {
      const ground = [...pixels.slice(index, index + 3)]
      if (!probe) continue
      // The word's own colour may let some of the ground through.
      if (index % 400 === 0) {
        probe.fillStyle = `rgb(${ground.join()})`
        probe.fillRect(0, 0, 1, 1)
        probe.fillStyle = getComputedStyle(element).color
        probe.fillRect(0, 0, 1, 1)
        const word = luminance([...probe.getImageData(0, 0, 1, 1).data.slice(0, 3)])
        const under = luminance(ground)
        ratios.push((Math.max(word, under) + 0.05) / (Math.min(word, under) + 0.05))
      }
    }
    ratios.sort((a, b) => a - b)
    const ratio = ratios[Math.floor(ratios.length / 50)] ?? 0
    return { text: element.textContent?.slice(0, 30) ?? '', ratio: Math.round(ratio * 100) / 100 }
  })
}
