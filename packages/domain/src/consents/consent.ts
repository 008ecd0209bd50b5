/**
 * `health`: processing of answers, health included. `marketing`: advice and offers. `messages`: the days of a paid program
 * in WhatsApp, which rest on the purchase and can be stopped all the same.
 */
export const consentKinds = ['health', 'marketing', 'messages'] as const
export type ConsentKind = (typeof consentKinds)[number]

export const consentActions = ['given', 'withdrawn'] as const
export type ConsentAction = (typeof consentActions)[number]

/** One act on record. */
export type ConsentRecord = { kind: ConsentKind; act: ConsentAction; version: string; at: Date }

/** The way a user stands to one text. `change` is what they can do about it now. */
export type ConsentStatus = {
  kind: ConsentKind
  state: ConsentAction | 'never'
  /** Of the text, and when they last acted on it; null when they never did. */
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
  /** Answers cannot be kept without consent to keep them: it ends with the account and begins with a quiz. */
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
  // The purchase allows the program's messages until their reader says otherwise.
  return kind === 'messages' && state === 'never' ? 'withdraw' : 'give'
}
