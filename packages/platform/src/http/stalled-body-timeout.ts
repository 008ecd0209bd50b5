import type { IncomingMessage } from 'node:http'

/** The part of a request that the timeout watches. */
export type Body = Pick<IncomingMessage, 'complete' | 'readableLength'> & {
  socket: Pick<IncomingMessage['socket'], 'bytesRead' | 'destroy'>
}

/** A body slower than this counts as stalled. The slowest phones send ten times as much. */
const minBytesPerSecond = 256
/** The number of checks within the timeout, so that it ends at most a tenth late. */
const checksPerTimeout = 10

const watches = new WeakMap<Body, NodeJS.Timeout>()

/**
 * Destroys the connection of a body that stalls for `timeoutMs`, at most a tenth later. Returns the
 * timer, which replaces an earlier one of the same body.
 */
export function startStalledBodyTimeout(body: Body, timeoutMs: number): NodeJS.Timeout {
  const minBytes = Math.ceil((minBytesPerSecond * timeoutMs) / 1000)
  /** The bytes read at each recent check while the body was waited for. */
  let readAt = [body.socket.bytesRead]
  clearInterval(watches.get(body))
  const watch = setInterval(() => {
    const { bytesRead } = body.socket
    // Bytes that the server has not taken yet are no stall of the sender.
    if (body.complete || body.readableLength > 0) readAt = []
    readAt.push(bytesRead)
    // Counted by checks, because nothing is read while the event loop is blocked.
    if (readAt.length <= checksPerTimeout) return
    const [before = 0] = readAt.splice(0, readAt.length - checksPerTimeout)
    if (bytesRead - before < minBytes) body.socket.destroy()
  }, timeoutMs / checksPerTimeout).unref()
  watches.set(body, watch)
  return watch
}
