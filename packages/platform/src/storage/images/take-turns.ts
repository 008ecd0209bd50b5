import { tooManyRequests } from '../storage-errors.ts'

/** Whoever asks: from where, and until when there is somebody to answer. */
export type Asker = { address: string; signal: AbortSignal }

type Waiting = { address: string; go: () => void; leave: () => void }

const mostWaiting = 200
/** Of one address: a page full of small images, for each of a few people behind one router. */
const mostWaitingEach = 60

/**
 * So many at a time. The others wait for as long as there is somebody to answer, and addresses take turns, so that a page full
 * of images makes nobody else wait for all of them. When too many wait, the last of the address that has most is told to come again.
 */
export function takeTurns(
  most: number,
): <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  /** Who waits, by address; the address whose turn it is comes first. */
  const lines = new Map<string, Waiting[]>()

  const wait = ({ address, signal }: Asker) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', leave)
        remove(waiting)
        reject(tooManyRequests())
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const waiting: Waiting = { address, go, leave }
      signal.addEventListener('abort', leave, { once: true })
      lines.set(address, [...(lines.get(address) ?? []), waiting])
    })

  const remove = (waiting: Waiting) => {
    const { address } = waiting
    const left = (lines.get(address) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) lines.set(address, left)
    else lines.delete(address)
  }

  /** The first of the address whose turn it is, which is behind the others then. */
  const takeNext = (): Waiting | undefined => {
    const [turn] = lines
    if (!turn) return undefined
    const [address, [next, ...left]] = turn
    lines.delete(address)
    if (left.length > 0) lines.set(address, left)
    return next
  }

  const makeRoom = (address: string) => {
    const own = lines.get(address)?.length ?? 0
    if (own >= mostWaitingEach) throw tooManyRequests()
    const all = [...lines.values()]
    if (all.reduce((sum, line) => sum + line.length, 0) < mostWaiting) return
    const longest = all.reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= own + 1) throw tooManyRequests()
    longest.at(-1)?.leave()
  }

  return async (asker, work) => {
    if (asker.signal.aborted) throw tooManyRequests()
    if (running < most) running++
    else {
      makeRoom(asker.address)
      await wait(asker)
    }
    try {
      return await work()
    } finally {
      const next = takeNext()
      if (next) next.go()
      else running--
    }
  }
}
