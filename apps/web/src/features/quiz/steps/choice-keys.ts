/** The action of a key press in a list of options. Indexes start at zero. */
export type ChoiceKeyAction = { type: 'choose' | 'focus'; index: number } | { type: 'go-on' }

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat'>

export type KeyedOption = Pick<HTMLInputElement, 'type' | 'value' | 'checked'>

/** `focused` is the position of the option that has the focus, -1 while the question above them has it, or null while it is elsewhere. */
type OptionList = { options: readonly KeyedOption[]; focused: number | null }

/**
 * Maps a key press: digits choose; arrows, Home and End move the focus; Enter chooses the focused
 * option, or goes on from a chosen one. Space is left to the browser.
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

/** `none` is chosen by default, so it does not count. */
const isChosen = ({ checked, value }: KeyedOption) => checked && value !== 'none'

/** 1 to 9: what the key types, or where it sits for layouts whose digits need Shift. */
function digitOf({ key, code }: KeyPress): number | null {
  if (/^[1-9]$/.test(key)) return Number(key)
  const place = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  return place && !/^[A-Z]/.test(key) ? Number(place) : null
}
