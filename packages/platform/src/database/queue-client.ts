import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom work is done that many may ask for at once: the server itself, or a stranger by name. */
export type QueueClient = { name: string; isServer: boolean }

const nobody: QueueClient = { name: '', isServer: false }
const context = new AsyncLocalStorage<QueueClient>()

/** Runs work for somebody, who takes turns with the others at a narrow door. */
export function runAs<Result>(client: QueueClient, work: () => Result): Result {
  return context.run(client, work)
}

export function currentClient(): QueueClient {
  return context.getStore() ?? nobody
}
