import { useSyncExternalStore } from 'react'

/** The parts of the address behind `#/`, which never names what is in a row. */
export function useRoute(): readonly string[] {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash)
  return hash
    .replace(/^#\/?/, '')
    .split('/')
    .filter((part) => part !== '')
    .map(decode)
}

/** The address of a place. */
export function linkTo(...parts: readonly string[]): string {
  return `#/${parts.map(encodeURIComponent).join('/')}`
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
