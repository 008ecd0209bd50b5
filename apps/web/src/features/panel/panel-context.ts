import type { CustomDraft, CustomKind } from '@app/domain/panel/custom-test'
import type { PanelAction, PanelState } from '@app/domain/panel/panel-state'
import { createContext, use } from 'react'
import type { Outcome } from './outcome.ts'
import type { Answer } from './requests/send-test.ts'
import type { RequestDraft } from './requests/test-request.ts'

export type PanelEnvironment = 'development' | 'production'

/** What every part of the panel works with. */
export type PanelTools = {
  state: PanelState
  dispatch: (action: PanelAction) => void
  environment: PanelEnvironment
  setEnvironment: (environment: PanelEnvironment) => void
  /** The base of the chosen environment, and both. */
  apiUrl: string
  apiUrls: Readonly<Record<PanelEnvironment, string>>
  /** As typed; in memory only. */
  secret: string
  setSecret: (secret: string) => void
  /** What stands in the forms of custom tests. */
  drafts: Readonly<Record<CustomKind, CustomDraft>>
  setDraft: (kind: CustomKind, draft: CustomDraft) => void
  /** Sends a request signed, where it may be, by the administrator's session. Throws when nothing answers. */
  send: (draft: RequestDraft, apiUrl?: string) => Promise<Answer>
  /** Runs one test and records its result; what the action throws becomes a failure called `failure`. */
  run: (test: { key: string; name: string; failure: string }, action: () => Promise<Outcome>) => Promise<void>
}

export const PanelContext = createContext<PanelTools | null>(null)

export function usePanel(): PanelTools {
  const tools = use(PanelContext)
  if (!tools) throw new Error('usePanel must be used within the panel')
  return tools
}
