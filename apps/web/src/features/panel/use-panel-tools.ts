import { panelTexts } from '@app/content/ru/ui/panel'
import type { PanelSession } from '@app/contracts/panel'
import { type CustomDraft, type CustomKind, emptyDrafts } from '@app/domain/panel/custom-test'
import { emptyPanel, nextPanel } from '@app/domain/panel/panel-state'
import { useReducer, useRef, useState } from 'react'
import { useConfig } from '#web/lib/config.ts'
import { accessToken } from '#web/lib/session/access-token.ts'
import { runTest } from './checks/run-test.ts'
import type { PanelEnvironment, PanelTools } from './panel-context.ts'
import { sendTest } from './requests/send-test.ts'
import { isBlockedForOtherSite, mayCarryToken, toTestRequest } from './requests/test-request.ts'
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

  const stop = useRef(new AbortController())
  const ownApiUrl = new URL(config.apiUrl, location.origin).href
  const isForeign = (apiUrl = apiUrls[environment]) => !mayCarryToken(apiUrl, ownApiUrl)

  const isKept: PanelTools['isKept'] = (draft, apiUrl = apiUrls[environment]) =>
    isForeign(apiUrl) && isBlockedForOtherSite(apiUrl, draft)

  const send: PanelTools['send'] = async (draft, signal, apiUrl = apiUrls[environment]) => {
    const request = toTestRequest(apiUrl, draft)
    if (isKept(draft, apiUrl)) throw new Error(panelTexts.test.onlyProbed)
    const token = mayCarryToken(request.url, ownApiUrl) ? await accessToken(config) : null
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(await webhookHeaders(request, secret)),
    }
    return sendTest(request, { headers, signal })
  }

  const run: PanelTools['run'] = async ({ key, name, ...test }, action) => {
    stop.current = new AbortController()
    dispatch({ type: 'started', test: key, name })
    const ended = await runTest(action, test, stop.current.signal)
    if (!ended) return dispatch({ type: 'stopped' })
    const { alert, ...outcome } = ended
    const timestamp = new Date().toISOString()
    dispatch({ type: 'finished', result: { ...outcome, timestamp, test: key, name } })
    if (alert !== undefined) window.alert(alert)
  }

  return {
    state,
    dispatch,
    environment,
    setEnvironment,
    apiUrl: apiUrls[environment],
    apiUrls,
    isForeign,
    isKept,
    secret,
    setSecret,
    drafts,
    setDraft: (kind, draft) => setDrafts((all) => ({ ...all, [kind]: draft })),
    send,
    run,
    cancel: () => stop.current.abort(),
  }
}
