/** What commands of the server's terminal answer. */
export const commandTexts = {
  resetUsage: 'Укажите почту: npm run second-factor:reset -- name@example.kz',
  noAccount: 'Аккаунта с такой почтой нет, ничего не изменилось.',
  factorsRemoved: (count: number) =>
    `Убрано приложений с кодами: ${count}. Все входы этого аккаунта закончены. При следующем входе на /misc он добавит новое.`,
} as const
