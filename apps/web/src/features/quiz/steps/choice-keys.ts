/** What a key press asks of a list of options. Positions count from zero. */
export type ChoiceKeyAction = { type: 'choose' | 'focus'; index: number }

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

/** `focused` is the position of the option that has the focus, -1 while the question above them has it, or null while it is elsewhere. */
type OptionList = { count: number; focused: number | null }

/**
 * Reads a key press: digits choose wherever the focus is; arrows, Home and End only move it, from the question into the options too; Enter
 * chooses the focused option, and goes on from the question. Space is left to the browser, which presses the native control by itself.
 */
export function choiceKeyAction(press: KeyPress, { count, focused }: OptionList): ChoiceKeyAction | null {
  if (press.ctrlKey || press.metaKey || press.altKey || count === 0) return null
  const digit = digitOf(press)
  if (digit !== null) return !press.repeat && digit <= count ? { type: 'choose', index: digit - 1 } : null
  if (focused === null) return null
  switch (press.key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return { type: 'focus', index: (focused + 1) % count }
    case 'ArrowUp':
    case 'ArrowLeft':
      return { type: 'focus', index: (Math.max(focused, 0) + count - 1) % count }
    case 'Home':
      return { type: 'focus', index: 0 }
    case 'End':
      return { type: 'focus', index: count - 1 }
    case 'Enter':
      return press.repeat ? null : { type: 'choose', index: focused }
    default:
      return null
  }
}

/** 1 to 9: what the key types, or where it sits for layouts whose digits need Shift. */
function digitOf({ key, code }: KeyPress): number | null {
  if (/^[1-9]$/.test(key)) return Number(key)
  const place = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  return place && !/^[A-Z]/.test(key) ? Number(place) : null
}
