import { AsyncLocalStorage } from 'node:async_hooks'

/** The client that work is queued for: the server itself, or a stranger by name. */
export type QueueClient = { name: string; isServer: boolean }

const nobody: QueueClient = { name: '', isServer: false }
const context = new AsyncLocalStorage<QueueClient>()

/** Runs work as this client, by which `FairSemaphore` shares its permits. */
export function runAs<Result>(client: QueueClient, work: () => Result): Result {
  return context.run(client, work)
}

export function currentClient(): QueueClient {
  return context.getStore() ?? nobody
}
