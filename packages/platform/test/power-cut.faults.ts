import { expect, inject, it } from 'vitest'
import { cutPower } from '../testing/power-cut/cut-power.ts'

it('keeps what it acknowledged over 60 power cuts, 30 of them within checkpoints', async () => {
  const cuts = await cutPower({ template: inject('platformTemplate'), rounds: 6, cuts: 60 })
  for (const during of ['work', 'checkpoint'] as const) {
    for (const leaves of ['nothing', 'anything'] as const) {
      const some = cuts.filter((cut) => cut.during === during && cut.leaves === leaves)
      const sum = (of: (cut: (typeof some)[number]) => number) =>
        some.reduce((total, cut) => total + of(cut), 0)
      process.stdout.write(
        `${some.length} cuts within ${during} that leave ${leaves} unsynced: ` +
          `${sum((cut) => cut.acknowledged)} acknowledged, ${sum((cut) => cut.lost.length)} lost\n`,
      )
      expect(some.length).toBeGreaterThan(5)
    }
  }
  expect(cuts).toHaveLength(60)
  expect(cuts.filter(({ lost, broken }) => lost.length + broken.length > 0)).toEqual([])
})
