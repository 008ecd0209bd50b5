import type { IncomingMessage } from 'node:http'

/** What is looked at of a body that is on its way. */
export type Body = Pick<IncomingMessage, 'complete' | 'readableLength'> & {
  socket: Pick<IncomingMessage['socket'], 'bytesRead' | 'destroy'>
}

/** Whoever sends less is as good as silent; the slowest phones send ten times as much. */
const leastBytesPerSecond = 256
/** So often it is looked within the time that is allowed: by so much of it the end may be late. */
const looks = 10

const watches = new WeakMap<Body, NodeJS.Timeout>()

/**
 * Ends the connection of a body that was waited for `longestMs` while next to nothing of it came, or at most a tenth later. Answers
 * with the timer that looks, which takes the place of one that looked after the same body before.
 */
export function startStalledBodyTimeout(body: Body, longestMs: number): NodeJS.Timeout {
  const least = Math.ceil((leastBytesPerSecond * longestMs) / 1000)
  /** How much had come at each look of late at which it was waited for. */
  let readAt = [body.socket.bytesRead]
  clearInterval(watches.get(body))
  const watch = setInterval(() => {
    const { bytesRead } = body.socket
    // What has come and is not taken yet is the server's to wait for.
    if (body.complete || body.readableLength > 0) readAt = []
    readAt.push(bytesRead)
    // Counted by looks and not by the clock: while the event loop stands still, nothing is read.
    if (readAt.length <= looks) return
    const [before = 0] = readAt.splice(0, readAt.length - looks)
    if (bytesRead - before < least) body.socket.destroy()
  }, longestMs / looks).unref()
  watches.set(body, watch)
  return watch
}
