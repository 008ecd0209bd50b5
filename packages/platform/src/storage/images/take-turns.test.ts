import { describe, expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const asker = (address: string, signal = new AbortController().signal) => ({ address, signal })
const busy = { code: 'SlowDown' }

describe('turns', () => {
  it('are waited for by two of one address, which leaves room for others', async () => {
    const take = takeTurns(1)
    const first = Promise.withResolvers<string>()
    const taken = ['a', 'a', 'a', 'b'].map((address, i) =>
      take(asker(address), async () => (i === 0 ? first.promise : `${address}${i}`)),
    )
    await expect(take(asker('a'), async () => 'too many')).rejects.toMatchObject(busy)
    first.resolve('a0')
    expect(await Promise.all(taken)).toEqual(['a0', 'a1', 'a2', 'b3'])
    expect(await take(asker('a'), async () => 'again')).toBe('again')
  })

  it('are not kept for whoever is gone', async () => {
    const take = takeTurns(1)
    const first = Promise.withResolvers<string>()
    const running = take(asker('a'), () => first.promise)
    const gone = new AbortController()
    const left = take(asker('a', gone.signal), async () => expect.unreachable())
    const staying = take(asker('a'), async () => 'staying')
    gone.abort()
    await expect(left).rejects.toMatchObject(busy)
    const next = take(asker('a'), async () => 'next')
    first.resolve('first')
    expect(await Promise.all([running, staying, next])).toEqual(['first', 'staying', 'next'])
    await expect(take(asker('a', gone.signal), async () => 'late')).rejects.toMatchObject(busy)
  })

  it('go on after work that failed', async () => {
    const take = takeTurns(1)
    await expect(take(asker('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await take(asker('a'), async () => 'fine')).toBe('fine')
  })
})
