import type { ClientConfig } from '@app/contracts/client-config'
import { createContext, useContext } from 'react'

/** Reads what the server wrote into the page. Throws when the page came from somewhere else. */
export function readConfig(): ClientConfig {
  const text = document.getElementById('app-config')?.textContent
  if (!text) throw new Error('The page holds no configuration: it must come from the server')
  return JSON.parse(text) as ClientConfig
}

export const ConfigContext = createContext<ClientConfig | null>(null)

/** The configuration of this page. Throws outside of `ConfigContext`. */
export function useConfig(): ClientConfig {
  const config = useContext(ConfigContext)
  if (!config) throw new Error('useConfig must be used within a ConfigContext')
  return config
}
