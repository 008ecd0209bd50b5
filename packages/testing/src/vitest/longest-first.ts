import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes by far the longest, though others of its project are larger: it starts one server after another. */
const longest = 'apps/server/test/process.test.ts'

/**
 * The order of a run: project by project and the largest files first, as ever, but before all of them the one that takes minutes. Where
 * nothing is known of earlier runs it came among the last, and the other workers had nothing to do for as long.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith(longest)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
