import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom work is done that many may ask for at once: the server itself, or a stranger by name. */
export type Sender = { name: string; isServer: boolean }

const nobody: Sender = { name: '', isServer: false }
const context = new AsyncLocalStorage<Sender>()

/** Runs work for somebody, who takes turns with the others at a narrow door. */
export function onBehalfOf<Result>(sender: Sender, work: () => Result): Result {
  return context.run(sender, work)
}

export function currentSender(): Sender {
  return context.getStore() ?? nobody
}
