import type { Category } from '@app/domain/result/categories'
import { typeset } from '../writing/typeset.ts'
import type { ClaimText, Headline } from './result-text.ts'

export type CategoryText = {
  /** The category's name, for readers whose answers support it. */
  title: string
  /** The neutral title for all other readers. */
  plainTitle: Headline
  /** The sentence about the reader's answers. */
  finding: ClaimText
  /** The sentence about the direction of the advice. */
  direction: Headline
}

export const categoryTexts: Readonly<Record<Category, CategoryText>> = typeset({
  A: {
    title: 'Обмену веществ нужна поддержка',
    plainTitle: { says: 'mayLoad', text: 'Начнём с еды и движения', otherwise: 'Начнём с еды и сна' },
    finding: { says: 'unevenEnergy', text: 'По ответам видно: телу не хватает ровной энергии.' },
    direction: {
      says: 'mayLoad',
      text: 'Начнём с еды и движения, без строгих правил.',
      otherwise: 'Начнём с еды и сна, без строгих правил.',
    },
  },
  B: {
    title: 'Нервной системе нужна передышка',
    plainTitle: {
      says: 'sleepsBadly',
      text: 'Начнём со сна и спокойного ритма',
      otherwise: 'Начнём со спокойного ритма дня',
    },
    finding: { says: 'strained', text: 'Похоже, отдыха сейчас меньше, чем нужно.' },
    direction: {
      says: 'sleepsBadly',
      text: 'Начнём со сна и спокойного ритма дня.',
      otherwise: 'Начнём со спокойного ритма дня.',
    },
  },
  C: {
    title: 'Режиму питания нужна опора',
    plainTitle: {
      says: 'unevenFood',
      text: 'Начнём с порядка в еде',
      otherwise: 'Бережём порядок в еде',
    },
    finding: { says: 'unevenFood', text: 'Многое в еде сейчас решают привычки и случай.' },
    direction: 'Начнём с простого порядка в еде, без запретов.',
  },
})

/** The subtitle after a plain title, which names the direction already. */
export const plainSubtitle = typeset(
  'Ниже — что повлияло на результат и чем помочь себе. Всё понемногу, без строгих правил.',
)

/**
 * The texts of C2, whose readers follow too many rules already, so the result offers no further
 * ones.
 */
export const fewerRulesText: Pick<CategoryText, 'plainTitle' | 'finding' | 'direction'> = typeset({
  plainTitle: 'Начнём со спокойной еды',
  finding: { says: 'tries', text: 'По ответам видно: сил уходит много, а перемен пока мало.' },
  direction: 'Начнём с наблюдений, без оценок и запретов.',
})

const doctorLine = 'Сначала — к врачу, причина в рамке.'

/** The texts for readers who should see a doctor before anything else. */
export const beforeDoctor = typeset({
  plainTitle: 'Разбор ваших ответов',
  direction: doctorLine,
  plainSubtitle: doctorLine,
})
