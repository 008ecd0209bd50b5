import path from 'node:path'
import { serverBases } from '@app/contracts/server-bases'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileAhead } from './build/compile-ahead.ts'
import { cutFonts } from './build/cut-fonts.ts'
import { devConfig } from './build/dev-config.ts'
import { scriptGroups, scriptGroupsHold } from './build/script-groups.ts'

/** Where `npm run dev` of the server listens; everything that is not a page is asked there. */
const server = 'http://localhost:3001'

/** What only the staff are served; the server guards the folder it is built into (`panel-gate.ts`). */
function isPanel(moduleId: string): boolean {
  return /\/(features\/panel\/|domain\/src\/panel\/|ru\/ui\/panel\.ts|ru\/ui\/panel-orders\.ts|ru\/panel-errors\.ts)/.test(
    moduleId,
  )
}

/** What only the staff are served. */
function isDesk(moduleId: string): boolean {
  return /\/(features\/desk\/|domain\/src\/desk\/|contracts\/src\/desk\/|ru\/ui\/desk\/)/.test(moduleId)
}

function folderOf(moduleIds: readonly string[]): string {
  if (moduleIds.some(isPanel)) return 'assets/panel/'
  return moduleIds.some(isDesk) ? 'assets/desk/' : 'assets/'
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    cutFonts(path.join(import.meta.dirname, 'node_modules/.fonts')),
    devConfig(`${server}/api/client-config`),
    scriptGroupsHold(),
    compileAhead(['index', 'session', 'shared', 'steps', 'result']),
  ],
  server: { proxy: Object.fromEntries(serverBases.map((base) => [`/${base}`, server])) },
  // Every browser of the target knows modulepreload by itself.
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Every file of some libraries says where it is to run; there is no server here to run it on.
      onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
      output: {
        codeSplitting: {
          groups: scriptGroups,
        },
        // The first script names every other one, and these digits no compression makes shorter: six tell builds apart as well as eight.
        chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash:6].js`,
      },
    },
  },
})
