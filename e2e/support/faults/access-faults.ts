import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import type { ImpactValue } from 'axe-core'

type WithAxe = typeof globalThis & { axe?: typeof axe }

/** `axe.source` is the same with all its comments, more than twice as long, and goes to every page that is looked at. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Look = {
  /** One of axe's rules; all when none is named. */
  rule?: string
  /** The part of the page to look at, as a selector. */
  within?: string
  /** How grave a fault must be to be told; any is when this is left out. */
  impacts?: ImpactValue[]
}

/**
 * Lists axe's faults of the page, a line for each place. Its script, which takes longer than its
 * look, is put there once; and it keeps to itself what is as it should be, since to describe that
 * takes as long again.
 */
export async function accessFaults(page: Page, look: Look = {}): Promise<string[]> {
  if (!(await page.evaluate(() => (globalThis as WithAxe).axe !== undefined))) await page.evaluate(script)
  return page.evaluate(async ({ rule, within, impacts }) => {
    const found = await (globalThis as WithAxe).axe?.run(within ? { include: [within] } : document, {
      resultTypes: ['violations'],
      ...(rule && { runOnly: [rule] }),
    })
    if (!found) throw new Error('axe did not look')
    return found.violations
      .filter(({ impact }) => !impacts || impacts.includes(impact ?? null))
      .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id} at ${target.join(' ')}: ${html}`))
  }, look)
}
