import { useCallback, useEffect, useState } from 'react'

export type Asked<Value> =
  | { status: 'loading'; value: Value | null }
  | { status: 'failed'; error: unknown; value: null }
  | { status: 'ready'; value: Value }

/**
 * Asks for something when `key` changes, and again by `reload`. What was there stays to be seen until the new comes; an answer that
 * is overtaken is dropped.
 */
export function useAsked<Value>(key: string, load: () => Promise<Value>): [Asked<Value>, () => void] {
  const [asked, setAsked] = useState<Asked<Value>>({ status: 'loading', value: null })
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when `load` asks for something else.
  useEffect(() => {
    let isCurrent = true
    setAsked(({ value }) => ({ status: 'loading', value: value ?? null }))
    load().then(
      (value) => isCurrent && setAsked({ status: 'ready', value }),
      (error: unknown) => isCurrent && setAsked({ status: 'failed', error, value: null }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, turn])
  return [asked, useCallback(() => setTurn((before) => before + 1), [])]
}
