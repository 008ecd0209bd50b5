import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { devConfig } from './build/dev-config.ts'

/** Where `npm run dev` of the server listens; everything that is not a page is asked there. */
const server = 'http://localhost:3001'
const proxied = ['/api', '/auth', '/rest', '/storage', '/functions', '/sandbox']

/** What only administrators are served; the server guards the folder it is built into (`panel-gate.ts`). */
function isPanel(moduleId: string): boolean {
  return /\/(features\/panel\/|domain\/src\/panel\/|ru\/ui\/panel\.ts|ru\/ui\/order-desk\.ts|ru\/panel-errors\.ts)/.test(
    moduleId,
  )
}

export default defineConfig({
  plugins: [react(), tailwindcss(), devConfig(`${server}/api/client-config`)],
  server: { proxy: Object.fromEntries(proxied.map((path) => [path, server])) },
  // Every browser of the target knows modulepreload by itself.
  build: {
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file for the first screen: cut into the pieces that later screens share, it would compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.some(isPanel) ? 'panel/' : ''}[name]-[hash].js`,
      },
    },
  },
})
