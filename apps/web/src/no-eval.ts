/**
 * Tells Zod, before it is loaded, to do without scripts made of strings: the content security policy forbids them, and a mere
 * try is reported. The build puts this into every page (https://zod.dev, `jitless`).
 */
globalThis.__zod_globalConfig = { jitless: true }

declare global {
  var __zod_globalConfig: { jitless: boolean } | undefined
}

export {}
