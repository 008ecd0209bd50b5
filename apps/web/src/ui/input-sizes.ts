const large = 'h-13 rounded-xl px-[min(1rem,5vw)]'

/** Sizes of inputs. The text has at least 16 px, because iOS zooms otherwise. */
export const inputSizes = {
  default: `${large} text-[1.0625rem]`,
  sm: 'min-h-11 rounded-lg px-2.5 text-base',
  /** The digits of a code, widely spaced. */
  code: `${large} text-center text-[min(1.5rem,10vw)] tracking-[0.35em] tabular-nums`,
}

export type InputSize = keyof typeof inputSizes
