import { describe, expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const asker = (address: string, signal = new AbortController().signal) => ({ address, signal })
const busy = { code: 'SlowDown' }

describe('turns', () => {
  it('are waited for by a page full of images, and given to addresses in turn', async () => {
    const take = takeTurns(1)
    const first = Promise.withResolvers<string>()
    const done: string[] = []
    const asked = (address: string, name: string) => take(asker(address), async () => void done.push(name))
    const running = take(asker('a'), () => first.promise)
    const many = Array.from({ length: 60 }, (_, i) => asked('a', `a${i}`))
    const others = [asked('b', 'b0'), asked('b', 'b1')]
    await expect(asked('a', 'too many')).rejects.toMatchObject(busy)
    first.resolve('first')
    await Promise.all([running, ...many, ...others])
    expect(done.slice(0, 5)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2'])
    expect(done).toHaveLength(62)
  })

  it('are lost by the last of whoever has most when too many wait in all', async () => {
    const take = takeTurns(1)
    const first = Promise.withResolvers<void>()
    const running = take(asker('a'), () => first.promise)
    const full = ['a', 'b', 'c'].flatMap((address) =>
      Array.from({ length: 60 }, () => take(asker(address), async () => address)),
    )
    const few = Array.from({ length: 20 }, () => take(asker('d'), async () => 'd'))
    const results = Promise.allSettled([...full, ...few])
    const last = take(asker('e'), async () => 'e')
    first.resolve()
    await running
    expect(await last).toBe('e')
    const refused = (await results).flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))
    expect(refused).toEqual([59])
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
