import { globSync } from 'node:fs'
import { root, run } from './run.ts'

/**
 * Checks the whole repository's types: the root's `tsconfig.json` and every workspace's own. Each in one thread: what most of
 * the time goes into, the types of libraries and of the database, every further thread works out anew.
 */
const projects = ['tsconfig.json', ...workspaceProjects()]
const outcomes = await Promise.all(
  projects.map(async (project) => ({
    project,
    ...(await run('tsc', ['-p', project, '--singleThreaded'], { quiet: true })),
  })),
)
for (const { project, code, output } of outcomes) {
  if (code !== 0) console.error(`${project}\n${output}`)
}
if (outcomes.some(({ code }) => code !== 0)) process.exitCode = 1

function workspaceProjects(): string[] {
  return globSync('{packages/*,apps/*}/tsconfig.json', { cwd: root })
}
