import { serverBases } from '@app/contracts/server-bases'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devConfig } from './build/dev-config.ts'

/**
 * The place where `npm run dev` of the server listens; everything that is not a page is asked
 * there.
 */
const apiServer = 'http://localhost:3001'

/** Returns true for modules of the panel, whose folder the server guards (`panel-gate.ts`). */
function isPanel(moduleId: string): boolean {
  return /\/(features\/panel\/|domain\/src\/panel\/|ru\/ui\/panel\.ts|ru\/ui\/panel-orders\.ts|ru\/panel-errors\.ts)/.test(
    moduleId,
  )
}

/** Returns true for modules of the desk, which only the staff get. */
function isDesk(moduleId: string): boolean {
  return /\/(features\/desk\/|domain\/src\/desk\/|contracts\/src\/desk\/|ru\/ui\/desk\/)/.test(moduleId)
}

function folderOf(moduleIds: readonly string[]): string {
  if (moduleIds.some(isPanel)) return 'assets/panel/'
  return moduleIds.some(isDesk) ? 'assets/desk/' : 'assets/'
}

/** The oldest browsers (docs/browsers.md). Samsung Internet 18 is Chrome 99. */
const oldestBrowsers = ['safari15.4', 'ios15.4', 'chrome97', 'firefox102']

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), devConfig(`${apiServer}/api/client-config`)],
  server: { proxy: Object.fromEntries(serverBases.map((base) => [`/${base}`, apiServer])) },
  // All target browsers support modulepreload.
  build: {
    manifest: true,
    target: oldestBrowsers,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each page has the whole stylesheet inline.
    cssCodeSplit: false,
    rolldownOptions: {
      // Ignores `use client` warnings of libraries.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
      output: {
        // Groups chunks: one script before hydration, one for the header, the later steps and the
        // result,
        // because a request costs more than shared bytes. The prerendering build needs no groups.
        codeSplitting: isSsrBuild
          ? true
          : {
              groups: [
                { name: 'index', tags: ['$initial'], priority: 2 },
                { name: 'header-session', test: /\/auth\/header-session\.tsx$/, priority: 1 },
                { name: 'all-later-steps', test: /\/all-later-steps\.ts$/, priority: 1 },
                { name: 'home-result', test: /\/home-result\.tsx$/ },
              ],
            },
        chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash].js`,
      },
    },
  },
}))
