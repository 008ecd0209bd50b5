import { once } from 'node:events'
import { expect } from 'vitest'
import { WebSocket } from 'ws'

export type Said = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Payload
}
type Payload = {
  status?: string
  response?: { reason?: string; error?: string }
  message?: string
  event?: string
  payload?: unknown
}

/** Somebody who speaks the wire itself, well or badly; in version 2, which says everything in lists. */
export class RawClient {
  readonly socket: WebSocket
  readonly said: Said[] = []
  /** With which code the server has closed the connection; null while it is open. */
  closedWith: number | null = null
  #refs = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) return
      const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString())
      this.said.push({ joinRef, ref, topic, event, payload })
    })
    socket.on('close', (code) => {
      this.closedWith = code
    })
    socket.on('error', () => {})
  }

  static async connect(url: string, key: string): Promise<RawClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`)
    const client = new RawClient(socket)
    await once(socket, 'open')
    return client
  }

  say(topic: string, event: string, payload: unknown = {}, joinRef: string | null = null): string {
    const ref = String(++this.#refs)
    this.socket.send(JSON.stringify([joinRef, ref, topic, event, payload]))
    return ref
  }

  /** Sends one message and returns the server's answer. */
  async ask(
    topic: string,
    event: string,
    payload: unknown = {},
    joinRef: string | null = null,
  ): Promise<Payload> {
    const ref = this.say(topic, event, payload, joinRef)
    const answer = () => this.said.find((one) => one.ref === ref && one.event === 'phx_reply')
    await expect.poll(answer).toBeDefined()
    return answer()?.payload ?? {}
  }

  /** Joins a topic; answers with what is said against it, or null. */
  async join(topic: string, config: object = {}, token?: string): Promise<string | null> {
    const { status, response } = await this.ask(topic, 'phx_join', { config, access_token: token }, 'joined')
    return status === 'ok' ? null : (response?.reason ?? '')
  }

  /** Returns the system's message on a topic, and whether it has ended it. */
  endOf(topic: string): { why: string | undefined; isClosed: boolean } {
    const of = this.said.filter((one) => one.topic === topic)
    return {
      why: of.find(({ event, payload }) => event === 'system' && payload.status === 'error')?.payload.message,
      isClosed: of.some(({ event }) => event === 'phx_close'),
    }
  }

  close(): void {
    this.socket.terminate()
  }
}
