import type { Circumstance, Healthy } from '@app/domain/result/healthy'
import type { ReasonId } from '@app/domain/result/score'
import { typeset } from './writing/typeset.ts'

/** A reason that a result may show. «Другое» scores nothing, so it is none. */
export type ShownReason = Exclude<ReasonId, Circumstance | Healthy | 'healthIssues:other'>

export const reasonTexts: Readonly<Record<ShownReason, string>> = typeset({
  'dietAttempts:3-more': 'Позади три диеты или больше: телу нужна не ещё одна, а ровный режим.',
  'tongueColor:2': 'Вы отметили бледный язык. Это лишь подсказка, одна из многих.',
  'tongueColor:3':
    'Налёт на языке желтоватый: чистите язык, а если не проходит две недели, покажите стоматологу.',
  'tongueColor:4':
    'Язык яркий, с трещинками: покажите его терапевту или стоматологу, так бывает и при нехватке железа или B12.',
  'tongueColor:5': 'Язык с синеватым оттенком: покажите его врачу.',
  'tongueColor:6':
    'Налёт на языке серый и плотный: чистите язык, а если не проходит две недели, покажите стоматологу.',
  'feelingCold:1': 'Иногда вы мёрзнете там, где другим тепло.',
  'feelingCold:2': 'Вы часто мёрзнете, даже когда вокруг тепло.',
  'bodyHeaviness:1': 'Временами чувствуется тяжесть в теле.',
  'bodyHeaviness:2': 'Тяжесть в теле стала частой.',
  'unusualCravings:1': 'Бывает внезапная тяга к еде.',
  'unusualCravings:2': 'Внезапная тяга к еде приходит часто.',
  'sleepFeeling:2': 'Вы просыпаетесь без сил, будто ночи не было.',
  'eyeWhitesColor:1': 'Белки глаз розоватые: так бывает от недосыпа и экрана.',
  'eyeWhitesColor:2': 'Белки глаз кажутся вам мутноватыми: покажите глаза врачу.',
  'dilatedPupils:1': 'Иногда зрачки широкие и при ярком свете: так отзывается волнение или недосып.',
  'dilatedPupils:2':
    'Зрачки часто широкие: бывает от волнения, недосыпа и некоторых лекарств. Если один шире другого или так стало недавно, покажитесь врачу.',
  'dominantEmotion:1': 'Чаще всего вы чувствуете тревогу или раздражение.',
  'dominantEmotion:2': 'Чаще всего вы чувствуете напряжение или апатию.',
  'beforeMenstruation:1': 'Дни перед месячными заметны: отёки, раздражение.',
  'beforeMenstruation:2': 'Дни перед месячными проходят тяжело.',
  'sleepProblems:1': 'Иногда трудно уснуть или вы просыпаетесь ночью.',
  'sleepProblems:2': 'Вы часто засыпаете с трудом или просыпаетесь ночью.',
  'afterEating:1': 'После обеда клонит в сон, а не прибавляет сил.',
  'stopEatingSweets:1': 'Со сладким получается по-разному, смотря какой день.',
  'stopEatingSweets:2': 'Остановиться на паре кусочков сладкого трудно.',
  'doingEverythingRight:1': 'Бывает чувство, что стараетесь, а результата мало.',
  'doingEverythingRight:2': 'Вы давно стараетесь, а результат стоит на месте.',
  'whenHungryChoose:1': 'Когда голодны, едите то, что под рукой.',
  'whenHungryChoose:2': 'Проголодавшись, вы чаще берёте сладкое, выпечку или фастфуд.',
  'whenBreakdownsHappen:1': 'Срывы случаются к вечеру, после голодного дня.',
  'whenBreakdownsHappen:2': 'Еда становится утешением, когда тревожно или нет сил.',
  'healthIssues:fatigue': 'Вы отметили усталость.',
  'healthIssues:swelling': 'Вы отметили отёки.',
  'healthIssues:sleepIssues': 'Среди того, что беспокоит, — плохой сон.',
  'healthIssues:anxiety': 'Среди того, что беспокоит, — тревога и раздражительность.',
  'healthIssues:digestion': 'Вас беспокоит пищеварение.',
  'healthIssues:insulinResistance':
    'Вы отметили инсулинорезистентность: ритм еды здесь особенно важен. Лечение ведёт врач.',
  'healthIssues:thyroid': 'Вы отметили щитовидную железу: план питания стоит согласовать с врачом.',
  'healthIssues:pmsMenopause': 'Вы отметили ПМС или менопаузу: в это время меняются сон и аппетит.',
  'healthIssues:many': 'Жалоб сразу несколько, телу нужна поддержка в целом.',
  'bmi:under-18.5': 'Вес ниже нормы: телу может не хватать еды и запаса сил.',
  'bmi:25-26.9': 'Вес чуть выше нормы.',
  'bmi:27-29.9': 'Вес выше нормы, и это добавляет телу работы.',
  'bmi:30-34.9': 'Вес заметно выше нормы: телу с этим труднее, спешить здесь ни к чему.',
  'bmi:from-35': 'Вес намного выше нормы: план лучше строить вместе с врачом.',
} satisfies Record<ShownReason, string>)

/** Returns the reason of a result in the words of the answer, or null. */
export function reasonText(reason: ReasonId): string | null {
  return Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason as ShownReason] : null
}
