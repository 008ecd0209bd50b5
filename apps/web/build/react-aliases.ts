import path from 'node:path'

const own = path.join(import.meta.dirname, '../src/preact/react.ts')

/** What answers where the sources, and the libraries they use, ask for React (docs/decisions/0236). */
export const reactAliases = [
  { find: /^react$/, replacement: own },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/server$/, replacement: 'preact-render-to-string' },
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
]
