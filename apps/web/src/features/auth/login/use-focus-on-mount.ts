import { useLayoutEffect, useRef } from 'react'

/** Puts the focus on a field as its step appears: at the press that led to it, or no phone opens its keyboard. */
export function useFocusOnMount() {
  const ref = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => ref.current?.focus(), [])
  return ref
}
