import type { Category } from '@app/domain/result/categories'
import { typeset } from '../writing/typeset.ts'
import type { ClaimText, Headline } from './result-text.ts'

export type CategoryText = {
  /** What the category is called where the answers say it. */
  title: string
  /** In its place where they do not: what to begin with, and nothing of the reader. */
  plainTitle: Headline
  /** What the answers say of it. */
  finding: ClaimText
  /** What is done about it. */
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

/** Under a plain title, which names the direction already. */
export const plainSubtitle = typeset(
  'Ниже — что повлияло на результат и чем помочь себе. Всё понемногу, без строгих правил.',
)

/** For C2, whose rules are too many already: neither chance nor another rule is what the result speaks of. */
export const fewerRulesText: Pick<CategoryText, 'plainTitle' | 'finding' | 'direction'> = typeset({
  plainTitle: 'Начнём со спокойной еды',
  finding: { says: 'tries', text: 'По ответам видно: сил уходит много, а перемен пока мало.' },
  direction: 'Начнём с наблюдений, без оценок и запретов.',
})

const doctorLine = 'Сначала — к врачу, причина в рамке.'

/**
 * The place where a doctor should hear of it first: nothing to begin with before that, whether the
 * category is named or not.
 */
export const beforeDoctor = typeset({
  plainTitle: 'Разбор ваших ответов',
  direction: doctorLine,
  plainSubtitle: doctorLine,
})
