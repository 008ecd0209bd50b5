import { Client, type ClientConfig } from 'pg'

const minRetryDelayMs = 200
const maxRetryDelayMs = 10_000

/**
 * Listens to a channel on its own connection, which reconnects. Missed notifications are reported
 * as an empty payload. Returns the function that stops it.
 */
export async function listenPostgres(
  connection: ClientConfig,
  channel: string,
  hear: (payload: string) => void,
): Promise<() => Promise<void>> {
  let isOver = false
  let client: Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new Client({ ...connection, keepAlive: true })
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    // The end of the connection follows, and is what counts.
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (isOver) return next.end()
    client = next
    next.once('end', () => reconnect(minRetryDelayMs))
  }

  function reconnect(pauseMs: number): void {
    client = null
    if (isOver) return
    timer = setTimeout(() => {
      connect().then(
        () => hear(''),
        () => reconnect(Math.min(pauseMs * 2, maxRetryDelayMs)),
      )
    }, pauseMs)
    timer.unref()
  }

  await connect()
  return async () => {
    isOver = true
    clearTimeout(timer)
    await client?.end()
  }
}
