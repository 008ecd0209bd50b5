import { typeset } from '../writing/typeset.ts'

/** The words of the quiz that no first screen needs: they come with the later steps. */
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
    /** With the word in which the specification has it refused: whoever is told of an email finds it. */
    email: 'Почта (email)',
    phone: 'Телефон',
    phonePlaceholder: '+7 701 000 00 00',
    emailPlaceholder: 'name@example.kz',
    wrong: { name: 'имя', email: 'почта', phone: 'телефон' },
    /** Names all that keeps the answers from being sent. */
    errors: (isConsentMissing: boolean, ...fields: readonly string[]) =>
      `Проверьте ${fields.length === 1 ? 'отмеченное поле' : 'отмеченные поля'}: ${fields.join(', ')}.${
        isConsentMissing ? ' Ещё нужно отметить согласие на обработку данных.' : ''
      }`,
    /** Shown where the domain seems mistyped. */
    meant: (email: string) => `Возможно, вы имели в виду ${email}?`,
    takeMeant: 'Исправить адрес',
    consentMissing: 'Осталось отметить согласие на обработку данных',
    consentRequired: 'Без этого согласия мы не можем принять ответы',
    /** Two of these stand below each other, so each says which consent it opens. */
    consentMore: {
      health: 'Полный текст согласия на обработку данных',
      marketing: 'Полный текст согласия на советы и предложения',
    },
    /** Instead of the question's heading, for whoever is known already: by an account, or since a result. */
    known: 'Проверьте свои данные',
    /** For whoever has come back from the result. */
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
