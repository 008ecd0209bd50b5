/** Runs an action once the browser has nothing better to do, within two seconds. The returned function calls it off. */
export function whenIdle(action: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(action, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(action, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
