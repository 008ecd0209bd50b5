import type { StaffRole } from '@app/domain/auth/roles'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import { hasSandboxAuthenticator } from '../config/sandbox-authenticator.ts'
import type { Settings } from '../config.ts'
import { describeError } from '../http/describe-error.ts'
import type { StaffAccess } from '../http/staff.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ContextModule } from '../services/context-module.ts'
import { failOpenAfter } from './fail-open-after.ts'
import { openPanel } from './open-panel.ts'
import { panelApiUrls } from './panel-api-urls.ts'
import { PanelGate, staffFolders } from './panel-gate.ts'
import { panelPlugin } from './panel-plugin.ts'
import { sandboxAuthenticator } from './sandbox-authenticator.ts'
import { isStaffSession } from './staff-session.ts'

export type PanelNeeds = {
  staffAccess: StaffAccess
  jobs: Pick<Jobs, 'enqueue'>
  settings: Pick<Settings, 'environment' | 'http' | 'panel' | 'mail' | 'backend'>
  limitAddresses: LimitAddresses
  log: JobLog
}

/** The part of the panel that the rest of the server uses. */
export type PanelModule = ContextModule & {
  gate: PanelGate
  /** The API bases that the panel offers. */
  apiUrls: readonly string[]
  /** The owner's one-time sign-in link in a started sandbox; null elsewhere. */
  signInUrl: () => string | null
}

/** The door to the staff's own pages, and who the owners are. */
export function panelModule({ staffAccess, jobs, settings, limitAddresses, log }: PanelNeeds): PanelModule {
  const { http } = settings
  const gate = new PanelGate({
    secretKey: staffAccess.secretKey,
    isHttps: http.siteUrl.startsWith('https:'),
    paths: [...staffFolders.map(([folder]) => `/${folder}`), `${http.apiPrefix}/docs`],
    isOpen: failOpenAfter((sessionId: string, role: StaffRole) =>
      isStaffSession(staffAccess.db, sessionId, role),
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
        ...staffAccess,
        panel: { gate, apiUrls },
        limitAddresses,
        prefix: '/panel',
      })
    },
    standIn: {
      authenticator: hasSandboxAuthenticator(settings) ? sandboxAuthenticator(staffAccess.db) : null,
    },
    async start() {
      signInUrl = await openPanel({ ...staffAccess, jobs }, settings).catch((error: unknown) => {
        const facts = { error: describeError(error) }
        log.warn(facts, 'the owners could not be appointed or dismissed')
        return null
      })
    },
  }
}
