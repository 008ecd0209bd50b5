import { countWithNoun, type Forms, plural } from '../writing/plural.ts'
import { typeset } from '../writing/typeset.ts'

const remainingForms: Forms = { one: 'оставшееся', few: 'оставшиеся', many: 'оставшиеся' }
const messageForms: Forms = {
  one: 'сообщение не придёт',
  few: 'сообщения не придут',
  many: 'сообщений не придут',
}

/** Texts of the account section. The phone's messages are in `errors.ts`. */
export const accountTexts = typeset({
  title: 'Аккаунт',
  signedInAs: (email: string) => `Вы вошли как ${email}`,
  contact: {
    title: 'Имя и телефон',
    name: 'Как к вам обращаться',
    phone: 'Телефон',
    phoneHint: 'С кодом страны, например +77010000000',
    save: 'Сохранить',
    nameSaved: 'Имя сохранено',
    nameNotSaved: 'Не получилось сохранить имя. Попробуйте ещё раз.',
  },
  password: {
    title: 'Пароль',
    text: 'Входить можно по коду из письма. Пароль — если так вам удобнее.',
    label: 'Новый пароль',
    save: 'Сохранить пароль',
    saved: 'Пароль сохранён. На других устройствах понадобится войти заново.',
    current: 'Текущий пароль',
    sendCode: 'Пароля нет или он забыт: прислать код',
    code: 'Код из письма',
    codeSent: 'Отправили код на вашу почту.',
  },
  data: {
    title: 'Ваши данные',
    text: 'Скачайте всё, что мы о вас храним: аккаунт, тесты с ответами, согласия, покупки и переписку. Файл откроется в браузере, его можно напечатать.',
    download: { page: 'Скачать мои данные', json: 'Скачать для другой программы' },
    failed: 'Не получилось собрать данные. Попробуйте ещё раз.',
    fileName: (date: string, kind: 'html' | 'json') => `yasny-den-${date}.${kind}`,
  },
  leave: {
    title: 'Выйти везде',
    text: 'Выйдем на всех устройствах, и на этом тоже.',
    button: 'Выйти на всех устройствах',
    failed: 'Сервер не ответил, поэтому вход остался. Попробуйте ещё раз.',
  },
  deletion: {
    title: 'Удалить аккаунт',
    text: 'Удалим аккаунт, тесты, ответы и переписку, здесь и на сервере. Вернуть их будет нельзя. Записи об оплатах останутся без вашего имени, как требует закон.',
    /** `count`: the remaining messages of a paid program. */
    program: (count: number) =>
      `Оплаченная программа остановится: ${plural(count, remainingForms)} ${countWithNoun(count, messageForms)}.`,
    refund: 'Как вернуть за них деньги',
    /** A paid consultation that has not been held, by its invoice number. */
    consultation: (invId: number) =>
      `Консультация оплачена, но ещё не прошла: заказ № ${invId}. Вместе с аккаунтом удалим ваши контакты, и договориться о встрече не получится. Если она не нужна, сначала попросите вернуть деньги.`,
    refundOfConsultation: 'Как вернуть деньги',
    button: 'Удалить аккаунт',
    confirmTitle: 'Удалить аккаунт навсегда?',
    confirm: 'Да, удалить навсегда',
    keep: 'Оставить',
    proof: {
      why: 'Вы вошли давно. Подтвердите, что это вы, и мы удалим аккаунт.',
      send: 'Прислать код на почту',
      submit: 'Подтвердить и удалить',
      password: 'Пароль',
      byPassword: 'По паролю',
      byCode: 'По коду из письма',
    },
    failed: 'Удалить не получилось, ничего не изменилось. Попробуйте ещё раз или напишите нам:',
    subject: 'Удаление аккаунта',
  },
})
