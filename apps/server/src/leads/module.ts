import type { ContextModule } from '../services/context-module.ts'
import { type LeadsOptions, leadsPlugin } from './leads-plugin.ts'

/** Saves finished attempts, and shows their results to whoever has the link. */
export function leadsModule(needs: LeadsOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(leadsPlugin, { ...needs, prefix: '/leads' })
    },
  }
}
