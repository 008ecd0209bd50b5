import { typeset } from '../writing/typeset.ts'

/** Texts of the later steps, which the first screen does not load. */
export const laterQuizTexts = typeset({
  restart: 'Начать заново',
  wiped: { text: 'Ответы стёрты', undo: ['Вернуть', 'ответы'] },
  notKept:
    'Этот браузер не даёт сохранять ответы: не обновляйте и не закрывайте страницу, пока не увидите результат.',
  submit: 'Узнать результат',
  submitting: 'Отправляем...',
  otherLabel: 'Что именно?',
  otherPlaceholder: 'Например, болят колени',
  units: { height: 'см', weight: 'кг' },
  numbers: { height: 'Рост', weight: 'Вес' },
  contact: {
    name: 'Имя',
    /** The label repeats the English word, because the specification's error message uses it. */
    email: 'Почта (email)',
    phone: 'Телефон',
    phonePlaceholder: '+7 701 000 00 00',
    emailPlaceholder: 'name@example.kz',
    wrong: { name: 'имя', email: 'почта', phone: 'телефон' },
    /** Names all missing fields. */
    errors: (isConsentMissing: boolean, ...fields: readonly string[]) =>
      `Проверьте ${fields.length === 1 ? 'отмеченное поле' : 'отмеченные поля'}: ${fields.join(', ')}.${
        isConsentMissing ? ' Ещё нужно отметить согласие на обработку данных.' : ''
      }`,
    /** The suggestion for a mistyped domain. */
    meant: (email: string) => `Возможно, вы имели в виду ${email}?`,
    takeMeant: 'Исправить адрес',
    consentMissing: 'Осталось отметить согласие на обработку данных',
    consentRequired: 'Без этого согласия мы не можем принять ответы',
    /** Two links stand below each other, so each names its consent. */
    consentMore: {
      health: 'Полный текст согласия на обработку данных',
      marketing: 'Полный текст согласия на советы и предложения',
    },
    /** The heading when the contact is known from an account or an earlier result. */
    known: 'Проверьте свои данные',
    /** The texts for a visitor who went back from the result. */
    finished: {
      hint: 'Здесь можно исправить имя, почту или телефон',
      saved: 'Ваш результат сохранён.',
      ready: 'Ваш результат готов.',
      back: 'Вернуться к результату',
      again: 'Отправить ещё раз',
    },
    /** For whoever has sent these answers from another tab. */
    sentElsewhere: {
      title: 'Вы уже отправили эти ответы',
      hint: 'Тест закончен в другой вкладке, второй раз отправлять не нужно. Результат готов.',
      show: 'Показать результат',
    },
    website: 'Не заполняйте это поле',
  },
})
