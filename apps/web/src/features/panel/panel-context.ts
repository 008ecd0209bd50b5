import type { CustomDraft, CustomKind } from '@app/domain/panel/custom-test'
import type { PanelAction, PanelState } from '@app/domain/panel/panel-state'
import { createContext, useContext } from 'react'
import type { Outcome } from './checks/outcome.ts'
import type { TestRun } from './checks/run-test.ts'
import type { Answer } from './requests/send-test.ts'
import type { RequestDraft } from './requests/test-request.ts'

export type PanelEnvironment = 'development' | 'production'

/** The shared state and tools of the panel. */
export type PanelTools = {
  state: PanelState
  dispatch: (action: PanelAction) => void
  environment: PanelEnvironment
  setEnvironment: (environment: PanelEnvironment) => void
  /** The base of the chosen environment, and both. */
  apiUrl: string
  apiUrls: Readonly<Record<PanelEnvironment, string>>
  /**
   * Returns true when a base, the chosen one unless named, is another installation's, where no
   * token of ours goes.
   */
  isForeign: (apiUrl?: string) => boolean
  /**
   * Returns true when a call is not sent to a base, the chosen one unless named: it might change
   * something in another installation.
   */
  isKept: (draft: RequestDraft, apiUrl?: string) => boolean
  /** As typed; kept in memory only. */
  secret: string
  setSecret: (secret: string) => void
  /** The content of the custom tests' forms. */
  drafts: Readonly<Record<CustomKind, CustomDraft>>
  setDraft: (kind: CustomKind, draft: CustomDraft) => void
  /**
   * Sends a request signed, where it may be, by the session of whoever is signed in. Throws when
   * nothing answers in time, and for what another installation is not asked.
   */
  send: (draft: RequestDraft, signal: AbortSignal, apiUrl?: string) => Promise<Answer>
  /** Runs one test, within its limit, and records its result; one that is stopped has none. */
  run: (
    test: TestRun & { key: string; name: string },
    action: (signal: AbortSignal) => Promise<Outcome>,
  ) => Promise<void>
  /** Ends the test that runs. */
  cancel: () => void
}

export const PanelContext = createContext<PanelTools | null>(null)

export function usePanel(): PanelTools {
  const tools = useContext(PanelContext)
  if (!tools) throw new Error('usePanel must be used within the panel')
  return tools
}
