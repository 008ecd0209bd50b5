import type { PanelSession } from '@app/contracts/panel'
import { type CustomDraft, type CustomKind, emptyDrafts } from '@app/domain/panel/custom-test'
import { emptyPanel, nextPanel } from '@app/domain/panel/panel-state'
import { useReducer, useState } from 'react'
import { accessToken } from '#web/lib/access-token.ts'
import { useConfig } from '#web/lib/config.ts'
import { failedOutcome } from './outcome.ts'
import type { PanelEnvironment, PanelTools } from './panel-context.ts'
import { sendTest } from './requests/send-test.ts'
import { mayCarryToken, toTestRequest } from './requests/test-request.ts'
import { webhookHeaders } from './requests/webhook-headers.ts'

/** The panel's state and what can be done with it, for one `PanelContext`. */
export function usePanelTools(apiUrls: PanelSession['apiUrls']): PanelTools {
  const config = useConfig()
  const [state, dispatch] = useReducer(nextPanel, emptyPanel)
  const [environment, setEnvironment] = useState<PanelEnvironment>(
    config.environment === 'production' ? 'production' : 'development',
  )
  const [secret, setSecret] = useState('')
  const [drafts, setDrafts] = useState<Record<CustomKind, CustomDraft>>(emptyDrafts)

  const send: PanelTools['send'] = async (draft, apiUrl = apiUrls[environment]) => {
    const request = toTestRequest(apiUrl, draft)
    const ownApiUrl = new URL(config.apiUrl, location.origin).href
    const token = mayCarryToken(request.url, ownApiUrl) ? await accessToken(config) : null
    return sendTest(request, {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(await webhookHeaders(request, secret)),
    })
  }

  const run: PanelTools['run'] = async ({ key, name, failure }, action) => {
    dispatch({ type: 'started', test: key })
    const outcome = await action().catch((error: unknown) => failedOutcome(failure, error))
    const timestamp = new Date().toISOString()
    dispatch({ type: 'finished', result: { ...outcome, timestamp, test: key, name } })
  }

  return {
    state,
    dispatch,
    environment,
    setEnvironment,
    apiUrl: apiUrls[environment],
    apiUrls,
    secret,
    setSecret,
    drafts,
    setDraft: (kind, draft) => setDrafts((all) => ({ ...all, [kind]: draft })),
    send,
    run,
  }
}
