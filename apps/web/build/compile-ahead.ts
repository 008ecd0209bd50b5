import type { Plugin } from 'vite'

/**
 * Has Chromium compile all functions of these chunks while they arrive, on a thread of its own, and not each when it is first called, on
 * the thread that draws (https://v8.dev/blog/explicit-compile-hints, since Chromium 136). Other browsers read a comment. For
 * chunks of which a visit calls most; costs half a megabyte of memory.
 *
 * @throws where the build has no chunk of such a name.
 */
export function compileAhead(chunkNames: readonly string[]): Plugin {
  return {
    name: 'compile-ahead',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      // After Vite's own, which begins a chunk with the list of what it may ask for.
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        for (const name of chunkNames) {
          const named = chunks.filter((each) => each.name === name)
          if (named.length === 0) throw new Error(`There is no chunk ${name} to compile ahead`)
          for (const chunk of named) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        }
      },
    },
  }
}
