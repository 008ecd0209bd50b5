import { AsyncLocalStorage } from 'node:async_hooks'

/** The client that work is queued for: the server itself, or a stranger by name. */
export type QueueClient = { name: string; isServer: boolean }

const unknownClient: QueueClient = { name: '', isServer: false }
const clientStorage = new AsyncLocalStorage<QueueClient>()

/** Runs work as this client, by which `FairSemaphore` shares its permits. */
export function runAs<Result>(client: QueueClient, work: () => Result): Result {
  return clientStorage.run(client, work)
}

export function currentClient(): QueueClient {
  return clientStorage.getStore() ?? unknownClient
}
