import { existsSync } from 'node:fs'
import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes by far the longest, though others of its project are larger: it starts one server after another. */
const longest = path.join(import.meta.dirname, '../../../../apps/server/test/process.test.ts')
if (!existsSync(longest)) throw new Error(`There is no ${longest} to begin with.`)

/**
 * The order of a run: project by project and the files that took longest first, or the largest where nothing is known
 * of earlier runs, but before all of them the one that takes minutes. By its size it came among the last, and the other workers had nothing to do for as long.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => path.resolve(moduleId) === longest
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
