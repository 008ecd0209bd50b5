/**
 * `health`: processing of answers. `marketing`: advice and offers. `messages`: the messages of a
 * paid program, which the purchase allows and the reader may stop.
 */
export const consentKinds = ['health', 'marketing', 'messages'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentActions = ['given', 'withdrawn'] as const
export type ConsentAction = (typeof consentActions)[number]

/** One recorded consent or withdrawal. */
export type ConsentRecord = { kind: ConsentKind; act: ConsentAction; version: string; at: Date }

/** A user's present status for one text. `change` is the action that the user can take now. */
export type ConsentStatus = {
  kind: ConsentKind
  state: ConsentAction | 'never'
  /** The version and time of the user's last action; null without one. */
  version: string | null
  at: Date | null
  change: 'give' | 'withdraw' | 'delete_account' | 'take_quiz'
}

/** Returns the state of a user's consent to every text: the latest act on each counts. */
export function consentStatuses(records: readonly ConsentRecord[]): ConsentStatus[] {
  return consentKinds.map((kind) => {
    const latest = records
      .filter((record) => record.kind === kind)
      .sort((one, other) => other.at.getTime() - one.at.getTime())[0]
    const state = latest?.act ?? 'never'
    return {
      kind,
      state,
      version: latest?.version ?? null,
      at: latest?.at ?? null,
      change: actionFor(kind, state),
    }
  })
}

export type ConsentChange =
  | { outcome: 'recorded' }
  | { outcome: 'unchanged' }
  /** Answers require this consent: it starts with a quiz and ends with the account. */
  | { outcome: 'refused' }

/** Decides what an act does. The same act twice is one; a new version of the text is agreed to anew. */
export function changeConsent(
  standing: ConsentStatus,
  { act, version }: { act: ConsentAction; version: string },
): ConsentChange {
  if (standing.kind === 'health') return { outcome: 'refused' }
  if (act === 'withdrawn') {
    return { outcome: standing.change === 'withdraw' ? 'recorded' : 'unchanged' }
  }
  const isSame = standing.state === 'given' && standing.version === version
  return { outcome: isSame ? 'unchanged' : 'recorded' }
}

function actionFor(kind: ConsentKind, state: ConsentStatus['state']): ConsentStatus['change'] {
  if (kind === 'health') return state === 'given' ? 'delete_account' : 'take_quiz'
  if (state === 'given') return 'withdraw'
  // The purchase allows the program's messages until the reader stops them.
  return kind === 'messages' && state === 'never' ? 'withdraw' : 'give'
}
