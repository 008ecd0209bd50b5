import type { Page } from '@playwright/test'

/** Takes from every page of the tab, before any of its scripts, what Safari 15.4, Chrome 97 or Firefox 102 lacks. */
export async function forgetNewer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const newer: [object | undefined, string[]][] = [
      [Array, ['fromAsync']],
      [Array.prototype, ['findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
      [Promise, ['try', 'withResolvers']],
      [
        Set.prototype,
        ['difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'union'],
      ],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['toBase64', 'toHex']],
      [AbortSignal, ['any', 'timeout']],
      [AbortSignal.prototype, ['throwIfAborted']],
      [URL, ['canParse', 'parse']],
      [Response, ['json']],
      [Blob.prototype, ['bytes']],
      [RegExp, ['escape']],
      [Document.prototype, ['startViewTransition', 'caretPositionFromPoint']],
      [Element.prototype, ['checkVisibility', 'getHTML', 'setHTMLUnsafe', 'moveBefore', 'role']],
      [HTMLElement.prototype, ['inert', 'popover', 'showPopover', 'hidePopover', 'togglePopover']],
      [HTMLInputElement.prototype, ['showPicker']],
      [
        Navigator.prototype,
        ['userActivation', 'userAgentData', 'connection', 'scheduling', 'share', 'canShare'],
      ],
      [Intl, ['DurationFormat', 'Segmenter', 'supportedValuesOf']],
      [Intl.NumberFormat.prototype, ['formatRange', 'formatRangeToParts']],
      [
        globalThis,
        [
          ...[
            'structuredClone',
            'scheduler',
            'navigation',
            'CloseWatcher',
            'Iterator',
            'Temporal',
            'Sanitizer',
          ],
          ...['CompressionStream', 'DecompressionStream', 'requestIdleCallback', 'cancelIdleCallback'],
          ...['CSSPropertyRule', 'CSSContainerRule', 'CSSLayerBlockRule', 'Highlight', 'trustedTypes'],
          ...['URLPattern', 'EditContext', 'WebTransport', 'PerformanceLongAnimationFrameTiming'],
        ],
      ],
    ]
    for (const [holder, names] of newer) for (const name of names) Reflect.deleteProperty(holder ?? {}, name)
    // The second argument of `abort` and the reason came with Chrome 98.
    Reflect.deleteProperty(AbortSignal.prototype, 'reason')
  })
}
