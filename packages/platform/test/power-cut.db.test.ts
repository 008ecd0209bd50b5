import { expect, inject, it } from 'vitest'
import { cutPower } from '../testing/power-cut/cut-power.ts'

const template = inject('platformTemplate')

it.runIf(template.kind === 'pglite')(
  'keeps what it acknowledged over a power cut',
  {
    timeout: 120_000,
  },
  async () => {
    const cuts = await cutPower({ template, rounds: 1, cuts: 3 })
    expect(cuts.map(({ lost, broken }) => ({ lost, broken }))).toEqual(
      Array(3).fill({ lost: [], broken: [] }),
    )
    expect(cuts.at(-1)?.acknowledged).toBeGreaterThan(100)
  },
)
