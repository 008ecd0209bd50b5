import { typeset } from '../../writing/typeset.ts'

/** The end of the header: a sign-in button for visitors, a menu for users. Part of the first screen, so it stays small. */
export const sessionTexts = typeset({
  signIn: 'Войти',
  menuLabel: (name: string) => `Меню: ${name}`,
  cabinet: 'Личный кабинет',
  signOut: 'Выйти',
  forget: 'Забыть это устройство',
  updated: 'Сайт обновился. Открываем страницу заново, ответы на месте.',
  notOpened: 'Не получилось открыть. Проверьте интернет и попробуйте ещё раз.',
} as const)
