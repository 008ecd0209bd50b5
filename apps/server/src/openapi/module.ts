import type { ContextModule } from '../services/context-module.ts'
import { type DocsOptions, docsPlugin } from './docs-plugin.ts'

/** Returns what the product API takes and answers. */
export function openApiModule(needs: DocsOptions): ContextModule {
  return {
    routes: async (api) => {
      await api.register(docsPlugin, needs)
    },
  }
}
