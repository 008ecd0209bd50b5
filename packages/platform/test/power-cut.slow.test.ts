import { expect, inject, it } from 'vitest'
import { cutPower } from '../testing/power-cut/cut-power.ts'

const template = inject('platformTemplate')

it.runIf(template.kind === 'pglite')(
  'keeps what it acknowledged over a power cut',
  async () => {
    const cuts = await cutPower({ template, rounds: 1, cuts: 2 })
    expect(cuts.map(({ lost, broken }) => ({ lost, broken }))).toEqual(
      Array(2).fill({ lost: [], broken: [] }),
    )
    expect(cuts.find(({ after }) => after === 'acknowledgement')?.acknowledged).toBeGreaterThan(40)
  },
  120_000,
)
