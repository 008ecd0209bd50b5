import type { ContextModule } from '../services/context-module.ts'
import { type ContactOptions, contactPlugin } from './contact-plugin.ts'

/** What users say of themselves. */
export function accountsModule(needs: ContactOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(contactPlugin, { ...needs, prefix: '/contact' })
    },
  }
}
