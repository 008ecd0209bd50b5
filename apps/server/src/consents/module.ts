import type { ContextModule } from '../services/context-module.ts'
import { type ConsentsOptions, consentsPlugin } from './consents-plugin.ts'

/** Serves giving and withdrawing consents. */
export function consentsModule(needs: ConsentsOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(consentsPlugin, { ...needs, prefix: '/consents' })
    },
  }
}
