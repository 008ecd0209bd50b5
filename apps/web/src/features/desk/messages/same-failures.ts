import type { Undelivered } from '@app/contracts/desk/messages'
import { followUpFor } from '@app/domain/desk/delivery'

/** Messages to one person that failed for one reason, so that one action helps with all of them: newest first. */
export type SameFailures = readonly [Undelivered, ...Undelivered[]]

/** Puts together what is one trouble of one person, in the order of its newest message. */
export function groupSameFailures(messages: readonly Undelivered[]): SameFailures[] {
  const groups = new Map<string, [Undelivered, ...Undelivered[]]>()
  for (const message of messages) {
    const { personId, phone, messageId, failure, errorCode, kind } = message
    const key = [personId ?? phone ?? messageId, phone, failure, errorCode, followUpFor(failure, kind)].join()
    const group = groups.get(key)
    if (group) group.push(message)
    else groups.set(key, [message])
  }
  return [...groups.values()]
}
