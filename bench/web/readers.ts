import type { Reader, Screen } from './probe.ts'

/**
 * Returns the readers of the pages. It is sent to the browser as text, so a reader names nothing
 * outside itself.
 */
export function bareReader(): Reader {
  return {
    read() {
      const step = document.querySelector<HTMLElement>('main[data-step]')
      if (!step) return null
      const key = step.dataset.step ?? ''
      const options = [...step.querySelectorAll<HTMLElement>('.opt')]
      const kinds: Record<string, Screen['kind']> = {
        welcome: 'welcome',
        contact: 'fields',
        done: 'done',
        'health-issues': 'multi',
      }
      const inputs = [...step.querySelectorAll('input')]
      return { key, kind: kinds[key] ?? 'single', options, inputs, next: step.querySelector('.next') }
    },
    isChosen: (option) => option.getAttribute('aria-pressed') === 'true',
  }
}

/** Ours: a radio or checkbox lies invisibly over its card, so the card is pressed. */
export function ourReader(): Reader {
  return {
    read() {
      const none = { options: [], inputs: [], next: null }
      if (document.querySelector('[data-subcategory]')) return { key: 'done', kind: 'done', ...none }
      const isShown = (element: Element) => element.getClientRects().length > 0
      const step = [...document.querySelectorAll<HTMLElement>('[data-step]')].find(isShown)
      if (!step) return null
      const key = step.dataset.step ?? ''
      const controls = [...step.querySelectorAll<HTMLInputElement>('input[data-value]')]
      const inputs = [...step.querySelectorAll<HTMLInputElement>('input:not([data-value])')].filter(
        (input) => isShown(input) && input.tabIndex >= 0 && (input.type !== 'checkbox' || input.required),
      )
      const next =
        key === 'welcome'
          ? step.querySelector<HTMLElement>('button')
          : step.querySelector<HTMLElement>('button[type=submit]')
      const kind =
        key === 'welcome'
          ? 'welcome'
          : inputs.length > 0
            ? 'fields'
            : controls[0]?.type === 'checkbox'
              ? 'multi'
              : 'single'
      return {
        key,
        kind,
        options: controls.map((control) => control.closest('label') ?? control),
        inputs,
        next,
      }
    },
    isChosen: (option) => option.querySelector('input:checked') !== null,
  }
}
