import { readFileSync } from 'node:fs'
import path from 'node:path'
import { autoAdvanceMs } from '@app/domain/quiz/machine'
import { steps } from '@app/domain/quiz/steps'
import { expect, test } from 'vitest'

const source = readFileSync(path.join(import.meta.dirname, 'early.ts'), 'utf8')
const early = readFileSync(path.join(import.meta.dirname, 'features/quiz/early-wait.ts'), 'utf8')
const frame = readFileSync(path.join(import.meta.dirname, 'features/quiz/steps/step-frame.tsx'), 'utf8')
const styles = readFileSync(path.join(import.meta.dirname, 'styles/app.css'), 'utf8')

test('what the script of the page repeats of the quiz, because it imports nothing, is what the quiz says', () => {
  const [welcome, first, second] = steps.map((step) => step.id)
  expect(source).toContain(`quizPlace: '${welcome}', quizDepth: 0`)
  expect(source).toContain(`goTo('${first}', 1)`)
  expect(source).toContain(`page.asks === '${first}' &&`)
  expect(source).toContain(`goTo('${second}', 2)`)
  expect(source).toContain('{place}-title')
  expect(frame).toContain('{step.id}-title')
  expect(styles.split(`[data-asks="${second}"]`)).toHaveLength(3)
  expect(early).toContain(`asks !== '${first}'`)
  expect(source).toContain(`setTimeout(goOn, ${autoAdvanceMs})`)
  expect(source).toContain(`> ${autoAdvanceMs - 1}`)
})
