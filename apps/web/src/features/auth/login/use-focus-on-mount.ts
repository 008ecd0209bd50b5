import { useEffect, useRef } from 'react'

/** Puts the focus on a field as its step appears. */
export function useFocusOnMount() {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return ref
}
