import { typeset } from '../../writing/typeset.ts'

/**
 * Texts of the header's sign-in button and user menu. They are short, because the first screen
 * contains them.
 */
export const sessionTexts = typeset({
  signIn: 'Войти',
  menuLabel: (name: string) => `Меню: ${name}`,
  cabinet: 'Личный кабинет',
  signOut: 'Выйти',
  forget: 'Забыть это устройство',
  updated: 'Сайт обновился. Открываем страницу заново, ответы на месте.',
  notOpened: 'Не получилось открыть. Проверьте интернет и попробуйте ещё раз.',
} as const)
