import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Puts the focus on a field as it appears, where that `isWanted`: at the press that led to it, or no phone opens its keyboard. */
export function useFocusOnMount<E extends HTMLElement = HTMLInputElement>(
  isWanted = true,
): RefObject<E | null> {
  const ref = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it appears
  useLayoutEffect(() => {
    if (isWanted) ref.current?.focus()
  }, [])
  return ref
}
