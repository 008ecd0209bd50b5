import { typeset } from '../writing/typeset.ts'

/** The words of the quiz that no first screen needs: they come with the later steps. */
export const laterQuizTexts = typeset({
  restart: 'Начать заново',
  wiped: { text: 'Ответы стёрты с этого устройства', undo: 'Вернуть' },
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
    email: 'Почта',
    phone: 'Телефон',
    phonePlaceholder: '+7 701 000 00 00',
    emailPlaceholder: 'name@example.kz',
    wrong: { name: 'имя', email: 'почта', phone: 'телефон' },
    /** Names all that keeps the answers from being sent. */
    errors: (fields: string, isConsentMissing: boolean) =>
      `Проверьте отмеченные поля: ${fields}.${
        isConsentMissing ? ' Ещё нужно отметить согласие на обработку данных.' : ''
      }`,
    /** Where the domain seems mistyped. */
    meant: (email: string) => `Возможно, вы имели в виду ${email}?`,
    takeMeant: 'Исправить адрес',
    consentMissing: 'Осталось отметить согласие на обработку данных',
    consentRequired: 'Без этого согласия мы не можем принять ответы',
    consentMore: 'Полный текст согласия',
    website: 'Не заполняйте это поле',
  },
})
