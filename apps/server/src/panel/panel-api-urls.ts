import type { PanelSession } from '@app/contracts/panel'
import type { Settings } from '../config.ts'

/** The bases the panel's environment switch chooses from, as whole addresses. What is not configured is this installation. */
export function panelApiUrls({ http, panel }: Pick<Settings, 'http' | 'panel'>): PanelSession['apiUrls'] {
  const own = http.apiUrl ?? `${http.siteUrl}${http.apiPrefix}`
  return { development: panel.developmentApiUrl ?? own, production: panel.productionApiUrl ?? own }
}
