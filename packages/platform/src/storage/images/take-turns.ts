import { tooManyRequests } from '../storage-errors.ts'

/** Whoever asks: from where, and until when there is somebody to answer. */
export type Asker = { address: string; signal: AbortSignal }

type Waiting = { address: string; go: () => void }

const mostWaiting = 16
/** Of one address, so that nobody takes up every place. */
const mostWaitingEach = 2

/**
 * So many at a time; the others wait for as long as there is somebody to answer, and when too many do, of one address or in
 * all, the next are told to come again.
 */
export function takeTurns(
  most: number,
): <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const line = new Set<Waiting>()

  const wait = ({ address, signal }: Asker) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.delete(waiting)
        reject(tooManyRequests())
      }
      const go = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const waiting: Waiting = { address, go }
      signal.addEventListener('abort', leave, { once: true })
      line.add(waiting)
    })

  return async (asker, work) => {
    if (asker.signal.aborted) throw tooManyRequests()
    if (running < most) running++
    else {
      const own = [...line].filter(({ address }) => address === asker.address)
      if (own.length >= mostWaitingEach || line.size >= mostWaiting) throw tooManyRequests()
      await wait(asker)
    }
    try {
      return await work()
    } finally {
      const [next] = line
      if (next) {
        line.delete(next)
        next.go()
      } else running--
    }
  }
}
