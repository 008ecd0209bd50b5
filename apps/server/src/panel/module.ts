import type { StaffRole } from '@app/domain/auth/roles'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import { hasSandboxAuthenticator } from '../config/sandbox-authenticator.ts'
import type { Settings } from '../config.ts'
import type { AdministratorAccess } from '../http/administrator.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/jobs.ts'
import type { ContextModule } from '../services/context-module.ts'
import { isAdministratorSession } from './administrator-session.ts'
import { openPanel } from './open-panel.ts'
import { panelApiUrls } from './panel-api-urls.ts'
import { PanelGate, staffFolders } from './panel-gate.ts'
import { panelPlugin } from './panel-plugin.ts'
import { sandboxAuthenticator } from './sandbox-authenticator.ts'
import { unlessSilent } from './unless-silent.ts'

export type PanelNeeds = {
  administrators: AdministratorAccess
  settings: Pick<Settings, 'environment' | 'http' | 'panel' | 'mail' | 'backend'>
  limitAddresses: LimitAddresses
  log: JobLog
}

/** What the rest of the server needs of the panel. */
export type PanelModule = ContextModule & {
  gate: PanelGate
  /** The bases a panel may switch to. */
  apiUrls: readonly string[]
  /** Once it has started, in the sandbox: where the administrator signs in, once; null outside of it. */
  signInUrl: () => string | null
}

/** The door to the administrators' own pages, and who they are. */
export function panelModule({ administrators, settings, limitAddresses, log }: PanelNeeds): PanelModule {
  const { http } = settings
  const gate = new PanelGate({
    secretKey: administrators.secretKey,
    isHttps: http.siteUrl.startsWith('https:'),
    paths: [...staffFolders.map(([folder]) => `/${folder}`), `${http.apiPrefix}/docs`],
    isOpen: unlessSilent((sessionId: string, role: StaffRole) =>
      isAdministratorSession(administrators.db, sessionId, role),
    ),
  })
  const apiUrls = panelApiUrls(settings)
  let signInUrl: string | null = null
  return {
    gate,
    apiUrls: Object.values(apiUrls),
    signInUrl: () => signInUrl,
    routes: async (api) => {
      await api.register(panelPlugin, {
        ...administrators,
        panel: { gate, apiUrls },
        limitAddresses,
        prefix: '/panel',
      })
    },
    standIn: {
      authenticator: hasSandboxAuthenticator(settings) ? sandboxAuthenticator(administrators.db) : null,
    },
    async start() {
      signInUrl = await openPanel(administrators, settings).catch((error: unknown) => {
        const facts = { error: describeError(error) }
        log.warn(facts, 'the administrators could not be appointed or dismissed')
        return null
      })
    },
  }
}
