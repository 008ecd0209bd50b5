import path from 'node:path'
import { serverBases } from '@app/contracts/server-bases'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileAhead } from './build/compile-ahead.ts'
import { cutFonts } from './build/cut-fonts.ts'
import { devConfig } from './build/dev-config.ts'

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
    compileAhead(['index', 'session', 'shared', 'steps', 'result']),
  ],
  server: { proxy: Object.fromEntries(serverBases.map((base) => [`/${base}`, server])) },
  // Every browser of the target knows modulepreload by itself.
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A request costs more than the bytes in it, so what is needed together comes together: the first screen, the end of
    // the header, all later steps, the result, what tells of a visit, whatever asks for a sign-in; and what the cabinet has in common
    // with the quiz, which a visitor needs before either (`shared`). A group takes along what it imports, as far as none before it has it.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 4 },
            { name: 'session', test: /features\/auth\/header-session\.tsx$/, priority: 3 },
            {
              name: 'shared',
              test: /(result\/risen-sun\.tsx|payment\/payment-return\.ts|history\/history-ends\.ts|store\/quiz-end\.ts)$/,
              priority: 2.5,
            },
            { name: 'steps', test: /features\/quiz\/steps\/all-later-steps\.ts$/, priority: 2 },
            { name: 'result', test: /routes\/home-result\.tsx$/, priority: 1 },
            { name: 'runtime', test: /analytics\/(runtime|error-event|provider-requests)\.ts$/ },
            {
              name: 'auth',
              test: /(auth\/sign-out\.ts|ru\/auth-errors\.ts|auth-calls\.ts|auth-attempt\.ts|login\/(refusal-alert|password-field)\.tsx|known-factors\.tsx)$/,
            },
          ],
        },
        // The first script names every other one, and these digits no compression makes shorter: six tell builds apart as well as eight.
        chunkFileNames: ({ moduleIds }) => `${folderOf(moduleIds)}[name]-[hash:6].js`,
      },
    },
  },
})
