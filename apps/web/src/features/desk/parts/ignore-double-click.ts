import type { MouseEvent } from 'react'

/**
 * Takes a double press for one. By the second, the first may be done, and another button, or
 * another person's, be under the finger.
 */
export function ignoreDoubleClick(press: () => void): (event: MouseEvent) => void {
  return ({ detail }) => {
    if (detail < 2) press()
  }
}
