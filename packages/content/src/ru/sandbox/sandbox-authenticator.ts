import { typeset } from '../writing/typeset.ts'

/** Texts of the simulated authenticator app. */
export const sandboxAuthenticatorTexts = typeset({
  title: 'Приложение с кодами',
  about:
    'Стоит вместо Google Authenticator: показывает коды второго шага для всех, кто его добавил или добавляет.',
  empty: 'Пока никто не добавил второй шаг. Откройте /misc как администратор — ключ появится здесь сам.',
  unconfirmed: 'добавляется',
  secondsLeft: 'Сменится через, с:',
  copy: 'Скопировать код',
  copied: 'Скопировано',
  pasteLabel: 'Или вставьте ключ, который показала страница',
  show: 'Показать код',
  notAKey: 'Это не похоже на ключ: в нём бывают только латинские буквы и цифры от 2 до 7.',
  linkTitle: 'Приложение с кодами',
  linkAbout: 'Второй шаг входа администратора',
} as const)
