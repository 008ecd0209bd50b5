import { Agent } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@app/platform/testing/free-port'
import { readCpuMs, start, waitFor } from './backend.ts'
import { exchange, lead } from './client.ts'

/** Bare PGlite behind `node:http`, in a process of its own: what of a request is HTTP's, with no one to look after it. */
export type BareHttp = {
  insertLead: () => Promise<unknown>
  readLatest: () => Promise<unknown>
  readCpuMs: () => Promise<number>
  disconnect: () => void
  stop: () => Promise<void>
}

export async function startBareHttp(folder: string, concurrency: number): Promise<BareHttp> {
  const port = await freePort()
  const child = start([join(import.meta.dirname, 'bare-http.ts')], { PORT: String(port), DATA_DIR: folder })
  await waitFor(child, async () => (child.printed().includes('listening') ? true : undefined))
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const server = { name: 'bare over HTTP', url: `http://127.0.0.1:${port}`, publishableKey: '' }
  return {
    insertLead: () => exchange(agent, server, { method: 'POST', path: '/', headers: {}, body: lead }),
    readLatest: () => exchange(agent, server, { method: 'GET', path: '/', headers: {} }),
    readCpuMs: () => readCpuMs(child),
    disconnect: () => agent.destroy(),
    stop: child.stop,
  }
}
