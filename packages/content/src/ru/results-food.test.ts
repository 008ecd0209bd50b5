import type { QuizAnswers } from '@app/domain/quiz/answers'
import { anyAnswers } from '@app/domain/quiz/answers.arbitrary'
import { categoryOf, type Subcategory, subcategories } from '@app/domain/result/categories'
import { extrasOf } from '@app/domain/result/extras'
import { withRedFlag } from '@app/domain/result/load-waits.arbitrary'
import { reasonsFor } from '@app/domain/result/result'
import { timur } from '@app/testing/people'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checklistFor, checklists } from './checklists.ts'
import { reasonText } from './reasons.ts'
import { extrasTexts, resultText } from './results.ts'

describe('whom rules about food may harm', () => {
  const rule =
    /Сладкое\s(?:раз|— после\sеды|после|остаётся)|блюдц|пачк|вместо\sодного|[Пп]ауза\s(?:10|перед\s(?:едой|срывом))|10\sминут, стакан|спросить себя: голод|[Зз]аписыва\S*, что\sи\sкогда\sсъели|(?:Неделя|неделю)\sзапис|напитки, кусочки|[Вв]зве(?:с|ш)|[Тт]али[июя]|переедания$|«запретную|правила о\sеде$|не\sкаждый\sдень|Полтарелки/
  const pause = /[Пп]ауза\s(?:10|перед\s(?:едой|срывом))|10\sминут, стакан|спросить себя: голод/
  const readBy = (answers: QuizAnswers, subCategory: Subcategory) => {
    const { intro, sections, closing } = checklistFor(subCategory, answers)
    const ticked = sections.flatMap(({ title, items }) => [title, ...items])
    const mainCategory = categoryOf(subCategory)
    const told = resultText({ subCategory, mainCategory }, answers)
    const advice = [...told.recommendations, ...told.complaintAdvice, ...told.nextSteps]
    const cards = extrasTexts(extrasOf(mainCategory, answers)).flatMap(({ value, note }) => [value, note])
    const reasons = reasonsFor(subCategory, answers).flatMap((reason) => reasonText(reason) ?? [])
    return [
      ...[told.title, told.subtitle, told.kind, ...told.paragraphs, ...cards, ...reasons],
      ...[...advice.flatMap(({ title, text }) => [title, text]), intro, ...ticked, closing],
    ]
  }
  const isNewRule = (line: string) => rule.test(line) && !/^Новых правил|^Новые\sправила/.test(line)

  const signs = [
    { words: 'булимия' },
    { words: 'мне 16 лет' },
    { words: 'худею без причины' },
    { height: 170, weight: 50 },
  ]

  it('reads of none: not in the result, not in the checklist on screen', () => {
    fc.assert(
      fc.property(
        anyAnswers,
        fc.constantFrom(...signs),
        fc.constantFrom(...subcategories),
        (any, sign, id) => {
          expect(readBy(withRedFlag(any, sign), id).filter(isNewRule)).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([{ words: 'пью метформин' }, { words: 'диабет' }, { issue: 'insulinResistance' as const }])(
    'nor is food put off for a pause with %j',
    (sign) => {
      for (const id of subcategories) {
        expect(readBy(withRedFlag(timur.answers, sign), id).filter((line) => pause.test(line))).toEqual([])
      }
    },
  )

  it('which are told to others', () => {
    const told = subcategories.filter((id) => readBy(timur.answers, id).some(isNewRule))
    expect(told).toEqual(['A1', 'A2', 'B2', 'C1', 'C2'])
    expect(readBy(timur.answers, 'C2').filter((line) => pause.test(line))).toHaveLength(3)
  })

  it('finds them on paper only under a title that tells whom they are not for', () => {
    for (const { sections } of Object.values(checklists)) {
      for (const { title, items } of sections) {
        const isTold = /если\sмысли о\sеде не\sтревожат/.test(title)
        expect(isTold ? [] : items.filter(isNewRule)).toEqual([])
      }
    }
  })
})

test('no woman past sixty reads of her cycle in the result of those after forty', () => {
  const answers: QuizAnswers = { ...timur.answers, gender: 'female', healthIssues: ['pmsMenopause'] }
  const words = (age: QuizAnswers['age']) =>
    JSON.stringify([
      resultText({ mainCategory: 'B', subCategory: 'B2' }, { ...answers, age }),
      checklistFor('B2', { ...answers, age }).sections,
    ])
  expect(words('50-59')).toMatch(/цикл/)
  expect(words('60+')).not.toMatch(/цикл/)
})
