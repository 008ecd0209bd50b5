/** How large what is filled in is; its text never below the 16 px from which iOS does not zoom in on it. */
export const inputSizes = {
  default: 'h-13 rounded-xl px-[min(1rem,5vw)] text-[1.0625rem]',
  sm: 'min-h-11 rounded-lg px-2.5 text-base',
}

export type InputSize = keyof typeof inputSizes
