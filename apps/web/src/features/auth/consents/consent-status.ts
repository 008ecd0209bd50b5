import { consentTexts as texts } from '@app/content/ru/ui/consents'
import { formatDay } from '@app/content/ru/writing/date'
import type { ConsentStandingBody } from '@app/contracts/consents'

/** Other facts about the user that change the texts. */
export type ConsentCircumstances = {
  hasSubscription: boolean
  /** True while the newest attempt is unconfirmed, so that its consents do not count yet. */
  hasUnclaimed: boolean
}

/** Describes the state of the user's consent to a text. */
export function consentStatusText(
  { kind, state, version, at }: ConsentStandingBody,
  { hasSubscription, hasUnclaimed }: ConsentCircumstances,
): string {
  if (state !== 'never' && at && version) {
    const act = state === 'given' ? texts.given : texts.withdrawn
    return `${act(formatDay(new Date(at)))}, ${texts.version(version)}`
  }
  if (kind === 'messages') return hasSubscription ? texts.byPurchaseMade : texts.byPurchase
  return hasUnclaimed ? texts.unclaimed : texts.never
}

/**
 * Returns true when the user can do something about a text now: what may have been ticked already
 * is asked for once that is known.
 */
export function canActOnConsent(
  { kind, state }: Pick<ConsentStandingBody, 'kind' | 'state'>,
  { hasSubscription, hasUnclaimed }: ConsentCircumstances,
): boolean {
  if (state !== 'never') return true
  // Messages come with a program: before there is one, there is nothing to take back.
  return kind === 'messages' ? hasSubscription : !hasUnclaimed
}
