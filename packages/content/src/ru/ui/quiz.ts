import type { Chapter } from '@app/domain/quiz/chapters'
import type { Progress } from '@app/domain/quiz/machine'
import { typeset } from '../writing/typeset.ts'

/** Texts around the questions, which are in `questions.ts`. */
export const quizTexts = typeset({
  start: 'Начать тест',
  resume: 'Продолжить тест',
  back: 'Назад',
  next: 'Далее',
  contactTitle: 'Ваши данные',
  resultTitle: 'Ваш результат',
  chapters: { body: 'Тело', emotions: 'Эмоции', habits: 'Привычки' } satisfies Record<Chapter, string>,
  progressLabel: 'Пройдено вопросов',
  progressIn: (chapter: string) => `Пройдено вопросов, глава «${chapter}»`,
  why: 'Почему спрашиваем',
  loadingStep: 'Загружаем следующий шаг',
  late: 'Связь слабая или пропала. Ответы целы: продолжим сами, когда она наладится.',
  early: {
    waiting: 'Ещё немного: загружаем следующий вопрос',
    broken: 'Вопросы не загрузились.',
    saved: 'Ваш ответ сохранён.',
    reload: 'Попробовать ещё раз',
    noScript: 'Чтобы пройти тест, включите JavaScript в настройках браузера: без него вопросы не откроются.',
  },
  /** «Шаг 7 из 25», or «Шаг 2 из 24–25» while the number of steps is unknown. */
  step: ({ position, minTotal, total }: Omit<Progress, 'percent'>) =>
    `Шаг ${position} из ${minTotal < total ? `${minTotal}–` : ''}${total}`,
} as const)
