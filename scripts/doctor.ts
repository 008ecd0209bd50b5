import { diagnosticsWords, diagnosticsTexts as texts } from '@app/content/ru/diagnostics'
import { type Finding, found, type Level, levelOf } from '@app/contracts/findings'
import { ConfigError } from '@app/server/config'
import { checkProcess } from '@app/server/diagnostics/check-machine'
import { createNetwork } from '@app/server/diagnostics/network'
import { runChecks } from '@app/server/diagnostics/run-checks'
import { readInstallationSettings } from './installation.ts'
import { envFile } from './load-env.ts'

/**
 * `npm run doctor [-- --json]`: looks whether everything that the settings promise is so, names each fault and its cure, and
 * changes nothing. It ends with 1 when there is an error. Nothing secret and nothing about a person is printed.
 */
const findings = await findOut()
const count = (level: Level) => findings.filter((finding) => levelOf(finding) === level).length
const sum = {
  good: count('good'),
  attention: count('attention'),
  error: count('error'),
  unchecked: count('unchecked'),
}
const answer = process.argv.includes('--json') ? toJson() : toText()
// Whatever was not answered in time would keep the process waiting.
process.stdout.write(`${answer}\n`, () => process.exit(sum.error > 0 ? 1 : 0))

async function findOut(): Promise<Finding[]> {
  try {
    return await runChecks(readInstallationSettings(), {
      ...{ network: createNetwork(), send: fetch, now: () => new Date(), envFile },
    })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...error.problems.map((problem) => found('settings_wrong', { problem })), ...checkProcess(true)]
  }
}

function toJson(): string {
  const listed = findings.map((finding) => ({
    level: levelOf(finding),
    reason: finding.reason,
    facts: finding.facts,
    ...diagnosticsWords(finding),
  }))
  return JSON.stringify({ ok: sum.error === 0, findings: listed }, null, 2)
}

function toText(): string {
  const width = Math.max(...Object.values(texts.levels).map(({ length }) => length)) + 2
  const lines = findings.flatMap((finding) => {
    const { says, cure } = diagnosticsWords(finding)
    const line = `${texts.levels[levelOf(finding)].padEnd(width)}${says}`
    return cure === null ? [line] : [line, `${' '.repeat(width)}${texts.cure}${cure}`]
  })
  return [...lines, '', texts.sum(sum)].join('\n')
}
