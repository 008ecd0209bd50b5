import { expect, inject, it } from 'vitest'
import { type Cut, cutPower } from '../testing/power-cut/cut-power.ts'
import { leftovers } from '../testing/power-cut/disk.ts'

it('keeps what it acknowledged over 56 power cuts, 28 of them within checkpoints', async () => {
  const cuts = await cutPower({ template: inject('platformTemplate'), rounds: 6, cuts: 56 })
  const isAcknowledged = (cut: Cut) => cut.after === 'acknowledgement'
  for (const isWithin of [false, true]) {
    for (const leaves of leftovers) {
      const some = cuts.filter((cut) => cut.leaves === leaves && isAcknowledged(cut) !== isWithin)
      const sum = (of: (cut: Cut) => number) => some.reduce((total, cut) => total + of(cut), 0)
      process.stdout.write(
        `${some.length} cuts ${isWithin ? 'within a checkpoint' : 'after an acknowledgement'} that leave ${leaves} of what was not synced: ` +
          `${sum((cut) => cut.acknowledged)} acknowledged, ${sum((cut) => cut.lost.length)} lost\n`,
      )
      expect(some).toHaveLength(7)
    }
  }
  expect(cuts.filter(({ lost, broken }) => lost.length + broken.length > 0)).toEqual([])
})
