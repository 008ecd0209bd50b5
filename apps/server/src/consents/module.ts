import type { ContextModule } from '../services/context-module.ts'
import { type ConsentsOptions, consentsPlugin } from './consents-plugin.ts'

/** Returns what people agreed to and took back. */
export function consentsModule(needs: ConsentsOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(consentsPlugin, { ...needs, prefix: '/consents' })
    },
  }
}
