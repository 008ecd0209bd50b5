import { expect, test, vi } from 'vitest'
import { urgently } from './urgent.ts'

const later = () => new Promise((resolve) => setTimeout(resolve, 20))
test.each([[false], [true]])(
  'runs, or is called off, where there is a scheduler: %s',
  async (hasScheduler) => {
    const postTask = vi.fn(async (run: () => void, { delay }: { delay: number; priority?: string }) => {
      // As the standard has it.
      if (delay < 0) throw new TypeError('The delay is negative')
      setTimeout(run, delay)
    })
    if (hasScheduler) vi.stubGlobal('scheduler', { postTask })
    const run = vi.fn()
    const calledOff = vi.fn()
    urgently(run, -5)
    urgently(calledOff, 5)()
    await later()
    expect(run).toHaveBeenCalledTimes(1)
    expect(calledOff).not.toHaveBeenCalled()
    const asked = postTask.mock.calls.map(([, how]) => how)
    const priority = 'user-blocking'
    expect(asked).toEqual(
      hasScheduler
        ? [
            { priority, delay: 0 },
            { priority, delay: 5 },
          ]
        : [],
    )
  },
)
