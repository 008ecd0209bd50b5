import { anyAnswers } from '@app/domain/quiz/answers.arbitrary'
import { categories, subcategories } from '@app/domain/result/categories'
import { extrasOf } from '@app/domain/result/extras'
import { bmiPoints, choicePoints, healthIssuePoints } from '@app/domain/result/points'
import { reasonsFor } from '@app/domain/result/result'
import type { ReasonId } from '@app/domain/result/score'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { reasonText } from './reasons.ts'
import { categoryTexts, disclaimer, extrasTexts, subcategoryTexts } from './results.ts'

describe.each(subcategories)('the text of %s', (id) => {
  const text = subcategoryTexts[id]

  it('is three or four paragraphs of a readable length', () => {
    expect(text.paragraphs.length).toBeGreaterThanOrEqual(3)
    expect(text.paragraphs.length).toBeLessThanOrEqual(4)
    for (const paragraph of text.paragraphs) {
      expect(paragraph.length).toBeGreaterThan(150)
      expect(paragraph.length).toBeLessThan(450)
    }
  })

  it('says when to see a doctor', () => {
    expect(text.paragraphs.join(' ')).toMatch(/врач|терапевт|гинеколог/)
  })

  it('recommends four or five things, each said in a sentence or two', () => {
    expect(text.recommendations.length).toBeGreaterThanOrEqual(4)
    expect(text.recommendations.length).toBeLessThanOrEqual(5)
    for (const { title, text: advice } of [...text.recommendations, ...text.nextSteps]) {
      expect(title.length).toBeLessThanOrEqual(45)
      expect(advice.length).toBeGreaterThan(40)
      expect(advice.length).toBeLessThan(190)
    }
  })

  it('ends with three next steps and a checklist of its own', () => {
    expect(text.nextSteps).toHaveLength(3)
    expect(text.checklistPath).toBe(`checklists/${id.toLowerCase()}.pdf`)
    expect(text.checklistTitle).toMatch(/«.+»/)
  })
})

test('every category has a title and a subtitle', () => {
  for (const category of categories) {
    expect(categoryTexts[category].title.length).toBeGreaterThan(10)
    expect(categoryTexts[category].subtitle.length).toBeGreaterThan(40)
  }
})

describe('the reasons', () => {
  const scored: [string, object][] = [
    ...Object.entries(choicePoints).flatMap(([key, options]) =>
      Object.entries(options).map(([value, points]): [string, object] => [`${key}:${value}`, points]),
    ),
    ...Object.entries(healthIssuePoints).map(([id, points]): [string, object] => [
      `healthIssues:${id}`,
      points,
    ]),
    ...Object.entries(bmiPoints).map(([band, points]): [string, object] => [`bmi:${band}`, points]),
    ['healthIssues:many', { A: 3 }],
  ]
  const shown = scored.filter(
    ([id, points]) => Object.keys(points).length > 0 && !/^(gender|age|goals|consultation):/.test(id),
  )

  it.each(shown.map(([id]) => id))('%s has a text', (id) => {
    expect(reasonText(id as ReasonId)?.length).toBeGreaterThan(10)
  })

  it('are all different', () => {
    const texts = shown.map(([id]) => reasonText(id as ReasonId))
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('are never missing for what a result shows', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...categories), (answers, category) => {
        for (const reason of reasonsFor(category, answers)) expect(reasonText(reason)).not.toBeNull()
      }),
    )
  })

  it('an answer that explains nothing has none', () => {
    expect(reasonText('gender:female')).toBeNull()
    expect(reasonText('feelingCold:0')).toBeNull()
  })
})

describe('the cards beside a category', () => {
  it('are two, filled in, for any answers', () => {
    fc.assert(
      fc.property(anyAnswers, fc.constantFrom(...categories), (answers, category) => {
        for (const { title, value, note } of extrasTexts(extrasOf(category, answers))) {
          expect(`${title} ${value} ${note}`).not.toMatch(/undefined|NaN|null/)
          expect(value.length).toBeLessThanOrEqual(100)
        }
      }),
    )
  })

  it('show the metabolic age in the genitive', () => {
    const [card] = extrasTexts({ category: 'A', metabolicAge: 51, problemAreas: ['energy', 'weight'] })
    expect(card.value).toBe('около 51\u00a0года')
  })

  it('show kilograms with a comma, and no loss where there is nothing to lose', () => {
    const of = (kg: number, weight: 'low' | 'normal' | 'above') =>
      extrasTexts({ category: 'C', weightLossPotential: { kg, weight }, currentRegime: 'steady' })[0].value
    expect(of(4.5, 'above')).toBe('до\u00a04,5\u00a0кг за\u00a03\u00a0месяца')
    for (const kg of [0, 0.5]) expect(of(kg, 'normal')).toBe('Снижать не\u00a0нужно')
    expect(of(0, 'low')).toBe('Снижать не\u00a0нужно')
  })
})

test('the disclaimer denies being medicine and names an ambulance', () => {
  expect(disclaimer.short).toMatch(/не\u00a0медицинская услуга/)
  expect(disclaimer.paragraphs.join(' ')).toMatch(/103/)
})
