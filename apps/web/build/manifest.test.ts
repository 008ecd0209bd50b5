import { describe, expect, test } from 'vitest'
import { requireGuardedChunksApart } from './manifest.ts'

describe('what only the staff are served', () => {
  const page = { file: 'assets/own-data-page-1.js', imports: ['words'] }

  test('is needed by nobody else', () => {
    const manifest = { page, words: { file: 'assets/desk/words-2.js' } }
    expect(() => requireGuardedChunksApart(manifest)).toThrow('assets/own-data-page-1.js is for everybody')
  })

  test('needs itself and what everybody is served', () => {
    const desk = { file: 'assets/desk/desk-3.js', imports: ['words', 'more'] }
    const manifest = {
      page,
      words: { file: 'assets/words-2.js' },
      desk,
      more: { file: 'assets/desk/more-4.js' },
    }
    expect(() => requireGuardedChunksApart(manifest)).not.toThrow()
  })
})
