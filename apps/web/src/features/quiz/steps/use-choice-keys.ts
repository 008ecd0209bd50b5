import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { choiceKeyAction } from './choice-keys.ts'

/**
 * Listens to the whole page while a step with options is shown, since after a step change the focus
 * is on the heading. Leaves text inputs alone, and dialogs that lie over the step.
 */
export function useChoiceKeys(
  group: RefObject<HTMLElement | null>,
  choose: (index: number, pressedAt: number) => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // The first question is in the page before it is shown.
    if (!group.current?.offsetParent) return
    const target = event.target instanceof Element ? event.target : null
    if (event.defaultPrevented || target?.closest('input[type="text"], textarea, select')) return
    const dialog = target?.closest('[role="dialog"]')
    if (dialog && !dialog.contains(group.current)) return
    const options = [...group.current.querySelectorAll<HTMLInputElement>('input[data-value]')]
    const position = options.indexOf(target as HTMLInputElement)
    const isAtQuestion = target?.matches('h1')
    const focused = position < 0 && !isAtQuestion ? null : position
    const action = choiceKeyAction(event, { options, focused })
    if (!action) return
    event.preventDefault()
    if (action.type === 'go-on') group.current.closest('form')?.requestSubmit()
    else if (action.type === 'focus') options[action.index]?.focus()
    else choose(action.index, event.timeStamp)
  })
  // A layout effect, because the browser would choose options on arrow keys.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
