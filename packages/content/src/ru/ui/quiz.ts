import { typeset } from '../typeset.ts'

/** The words around the questions; the questions themselves are in `questions.ts`. */
export const quizTexts = {
  ...typeset({
    start: 'Начать тест',
    resume: 'Продолжить тест',
    back: 'Назад',
    next: 'Далее',
    restart: 'Начать заново',
    wiped: { text: 'Ответы стёрты с этого устройства', undo: 'Вернуть' },
    notKept:
      'Этот браузер не даёт сохранять ответы: не обновляйте и не закрывайте страницу, пока не увидите результат.',
    submit: 'Узнать результат',
    resultTitle: 'Ваш результат',
    submitting: 'Отправляем...',
    progressLabel: 'Пройдено вопросов',
    otherLabel: 'Что именно?',
    otherPlaceholder: 'Например, болят колени',
    loadingStep: 'Загружаем следующий шаг',
    early: {
      waiting: 'Ещё немного: загружаем следующий вопрос',
      broken: 'Вопросы не загрузились.',
      saved: 'Ваш ответ сохранён.',
      reload: 'Попробовать ещё раз',
      noScript:
        'Чтобы пройти тест, включите JavaScript в настройках браузера: без него вопросы не откроются.',
    },
    units: { height: 'см', weight: 'кг' },
    contact: {
      name: 'Имя',
      email: 'Email',
      phone: 'Телефон',
      phonePlaceholder: '+7 701 000 00 00',
      emailPlaceholder: 'name@example.com',
      errors: 'Проверьте отмеченные поля',
      consentRequired: 'Без этого согласия мы не можем принять ответы',
      consentMore: 'Полный текст согласия',
      website: 'Не заполняйте это поле',
    },
  }),
  /** «Шаг 7 из 25» */
  step: (position: number, total: number) => `Шаг ${position} из ${total}`,
} as const
