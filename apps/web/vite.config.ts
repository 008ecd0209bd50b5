import { serverBases } from '@app/contracts/server-bases'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devConfig } from './build/dev-config.ts'

/**
 * The place where `npm run dev` of the server listens; everything that is not a page is asked
 * there.
 */
const server = 'http://localhost:3001'

/**
 * Returns what only the staff are served; the server guards the folder it is built into
 * (`panel-gate.ts`).
 */
function isPanel(moduleId: string): boolean {
  return /\/(features\/panel\/|domain\/src\/panel\/|ru\/ui\/panel\.ts|ru\/ui\/panel-orders\.ts|ru\/panel-errors\.ts)/.test(
    moduleId,
  )
}

/** Returns what only the staff are served. */
function isDesk(moduleId: string): boolean {
  return /\/(features\/desk\/|domain\/src\/desk\/|contracts\/src\/desk\/|ru\/ui\/desk\/)/.test(moduleId)
}

function folderOf(moduleIds: readonly string[]): string {
  if (moduleIds.some(isPanel)) return 'assets/panel/'
  return moduleIds.some(isDesk) ? 'assets/desk/' : 'assets/'
}

export default defineConfig({
  plugins: [react(), tailwindcss(), devConfig(`${server}/api/client-config`)],
  server: { proxy: Object.fromEntries(serverBases.map((base) => [`/${base}`, server])) },
  // Every browser of the target knows modulepreload by itself.
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Every page carries the one stylesheet in itself.
    cssCodeSplit: false,
    rolldownOptions: {
      // Every file of some libraries says where it is to run; there is no server here to run it on.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
      output: {
        // What the page needs before it is hydrated comes in one script.
        codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] },
        chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash].js`,
      },
    },
  },
})
