import type { Plugin } from 'vite'

/**
 * Has Chromium compile all functions of these chunks while they arrive, on a thread of its own, and not each when it is first called, on
 * the thread that draws (https://v8.dev/blog/explicit-compile-hints, since Chromium 136). Other browsers read a comment. For
 * chunks of which a visit calls most; costs half a megabyte of memory.
 */
export function compileAhead(chunkNames: readonly string[]): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // After Vite's own, which begins a chunk with the list of what it may ask for.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && chunkNames.includes(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}
