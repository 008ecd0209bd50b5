import type { ContextModule } from '../services/context-module.ts'
import { type DocsOptions, docsPlugin } from './docs-plugin.ts'

/** Serves the documentation of the product API. */
export function openApiModule(needs: DocsOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(docsPlugin, needs)
    },
  }
}
