/** What a key press asks of a list of options. Positions count from zero. */
export type ChoiceKeyAction = { type: 'choose' | 'focus'; index: number } | { type: 'go-on' }

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

export type KeyedOption = Pick<HTMLInputElement, 'type' | 'value' | 'checked'>

/** `focused` is the position of the option that has the focus, -1 while the question above them has it, or null while it is elsewhere. */
type OptionList = { options: readonly KeyedOption[]; focused: number | null }

/**
 * Reads a key press: digits choose wherever the focus is; arrows, Home and End only move it, from the question into the options too; Enter
 * chooses the focused option, goes on from a box that is ticked, and from the question once something was chosen: a second press of whoever
 * is in a hurry skips no question. Space is left to the browser, which presses the native control by itself.
 */
export function choiceKeyAction(press: KeyPress, { options, focused }: OptionList): ChoiceKeyAction | null {
  const count = options.length
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
      return press.repeat ? null : enterKeyAction(options, focused)
    default:
      return null
  }
}

function enterKeyAction(options: readonly KeyedOption[], focused: number): ChoiceKeyAction | null {
  const option = options[focused]
  const goesOn = option ? option.checked && option.type === 'checkbox' : options.some(isChosen)
  if (goesOn) return { type: 'go-on' }
  return option ? { type: 'choose', index: focused } : null
}

/** `none` stands chosen from the start, before anybody has answered. */
const isChosen = ({ checked, value }: KeyedOption) => checked && value !== 'none'

/** 1 to 9: what the key types, or where it sits for layouts whose digits need Shift. */
function digitOf({ key, code }: KeyPress): number | null {
  if (/^[1-9]$/.test(key)) return Number(key)
  const place = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  return place && !/^[A-Z]/.test(key) ? Number(place) : null
}
