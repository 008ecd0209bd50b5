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
 * True for modules that only the staff are served; the server guards the folder they are built into
 * (`panel-gate.ts`).
 */
function isPanel(moduleId: string): boolean {
  return /\/(features\/panel\/|domain\/src\/panel\/|ru\/ui\/panel\.ts|ru\/ui\/panel-orders\.ts|ru\/panel-errors\.ts)/.test(
    moduleId,
  )
}

/** True for modules of the desk, which only the staff are served. */
function isDesk(moduleId: string): boolean {
  return /\/(features\/desk\/|domain\/src\/desk\/|contracts\/src\/desk\/|ru\/ui\/desk\/)/.test(moduleId)
}

function folderOf(moduleIds: readonly string[]): string {
  if (moduleIds.some(isPanel)) return 'assets/panel/'
  return moduleIds.some(isDesk) ? 'assets/desk/' : 'assets/'
}

/** The oldest browsers (docs/browsers.md). Samsung Internet 18 is Chrome 99. */
const floor = ['safari15.4', 'ios15.4', 'chrome97', 'firefox102']

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), devConfig(`${server}/api/client-config`)],
  server: { proxy: Object.fromEntries(serverBases.map((base) => [`/${base}`, server])) },
  // Every browser of the target knows modulepreload by itself.
  build: {
    manifest: true,
    target: floor,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Every page carries the one stylesheet in itself.
    cssCodeSplit: false,
    rolldownOptions: {
      // Every file of some libraries says where it is to run; there is no server here to run it on.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
      output: {
        // What the page needs before it is hydrated comes in one script, and so do what its header, its later steps and its result need: a request costs a
        // phone more than bytes that are shared. The prerendering build would wait for itself.
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
