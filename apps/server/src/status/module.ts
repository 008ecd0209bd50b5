import type { ContextModule } from '../services/context-module.ts'
import { type StatusOptions, statusPlugin } from './status-plugin.ts'

/** Returns whether the server lives and can work, and what its pages may know of it. */
export function statusModule(needs: StatusOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(statusPlugin, needs)
    },
  }
}
