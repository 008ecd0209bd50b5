import compat from 'eslint-plugin-compat'
import es from 'eslint-plugin-es-x'

/**
 * `npm run floor -w @app/web`: reads the built scripts, the libraries' with them, for what a browser of the floor (docs/browsers.md) does not
 * know. Syntax is lowered by the build; a name that is missing stays missing.
 */
const browsers = ['safari 15.4', 'ios_saf 15.4', 'chrome 97', 'firefox 102', 'samsung 18']

/** Asked for before they are used, by us or by the library; so are `Temporal` (`time-zone.ts`) and `URL.canParse` (Zod). */
const askedFor = [
  'CompressionStream',
  'Intl.Segmenter',
  'navigator.scheduling',
  'navigator.userActivation',
  'requestIdleCallback',
]

/** These rules go by a method's name alone, which arrays or a library's own classes have as well (Radix sorts one of its own, CodeMirror resizes). */
const likeOthers =
  /^no-(?:iterator-prototype|set-prototype|uint8array|array-prototype-tosorted|resizable|temporal)/
const laterThanFloor = /^ES202[3-9]$/

const names = Object.entries(es.rules)
  .filter(([name, { meta }]) => laterThanFloor.test(meta.docs.category) && !likeOthers.test(name))
  .filter(([, { meta }]) => !meta.deprecated)
  .map(([name]) => name)
/** Older than the floor by the year, and yet not known there. */
const lateComers = ['no-class-static-block', 'no-regexp-lookbehind-assertions']

/** A browser's own, which no rule of the libraries' finds. */
const properties = Object.entries({
  AbortSignal: ['any', 'timeout'],
  Response: ['json'],
  URL: ['parse'],
}).flatMap(([object, members]) => members.map((property) => ({ object, property })))

export default [
  {
    files: ['dist/**/*.js'],
    plugins: { compat, es },
    settings: { browsers, polyfills: askedFor, 'es-x': { aggressive: true } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'compat/compat': 'error',
      'no-restricted-properties': ['error', ...properties],
      'no-restricted-globals': ['error', 'structuredClone'],
      ...Object.fromEntries([...names, ...lateComers].map((name) => [`es/${name}`, 'error'])),
    },
  },
]
