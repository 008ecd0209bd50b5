import type { Category } from '@app/domain/result/categories'
import { typeset } from '../typeset.ts'

export type CategoryText = { title: string; subtitle: string }

export const categoryTexts: Readonly<Record<Category, CategoryText>> = typeset({
  A: {
    title: 'Обмену веществ нужна поддержка',
    subtitle: 'По ответам видно: телу не хватает ровной энергии. Начнём с еды и движения, без жёстких диет.',
  },
  B: {
    title: 'Нервной системе нужна передышка',
    subtitle: 'Похоже, напряжения сейчас больше, чем отдыха. Начнём со сна и спокойного ритма дня.',
  },
  C: {
    title: 'Режиму питания нужна опора',
    subtitle: 'Многое сейчас решают привычки и случайная еда. Начнём с простого порядка в еде, без запретов.',
  },
})
