/** What commands of the server's terminal answer. */
export const commandTexts = {
  resetUsage: 'Укажите почту: npm run second-factor:reset -- name@example.kz',
  noAccount: 'Аккаунта с такой почтой нет, ничего не изменилось.',
  factorsRemoved: (count: number) =>
    `Убрано приложений с кодами: ${count}. Все входы этого аккаунта закончены. При следующем входе на /misc он добавит новое.`,
  keysRotated:
    'Ключи заменены. Перезапустите сайт; если он работает на нескольких машинах, сначала положите новый файл ключа на каждую.',
  keysElsewhere: 'Ключи хранит Supabase: замените их в его настройках.',
} as const
