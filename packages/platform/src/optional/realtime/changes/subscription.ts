import type { WantedChanges } from '../join-config.ts'
import type { ChangeType } from '../relay.ts'
import type { Filter } from './filters.ts'

/** A change subscription of a channel. */
export type Subscription = {
  wanted: WantedChanges
  /** Conditions that all have to be met. */
  filters: readonly Filter[]
  /** Subscriptions with equal keys share filters or columns. */
  filterKey: string
  selectKey: string
}

export function wantsChange({ wanted }: Subscription, type: ChangeType): boolean {
  return wanted.event === '*' || wanted.event === type
}
