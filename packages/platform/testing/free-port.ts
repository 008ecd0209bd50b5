import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports that systems give to nobody by themselves: of theirs, one that was free a moment ago may be some connection's by the time a
 * server comes to it, since suites open thousands.
 */
const [first, last] = [20_000, 32_000]
const maxTries = 20

/** A port nobody listens on now. Throws when twenty in a row are taken. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < maxTries; tries++) {
    const port = first + Math.floor(Math.random() * (last - first))
    if (await isFree(port)) return port
  }
  throw new Error(`Of ${maxTries} ports between ${first} and ${last} all are taken`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listening = once(probe, 'listening').then(
    () => true,
    () => false,
  )
  probe.listen(port)
  if (!(await listening)) return false
  probe.close()
  await once(probe, 'close')
  return true
}
