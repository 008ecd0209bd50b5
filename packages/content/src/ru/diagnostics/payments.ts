import type { TextsOfFindings } from './texts-of-findings.ts'

/** Texts of the findings about the payment provider. */
export const aboutPayments = {
  payments_sandbox: () => ['Оплата ненастоящая: деньги не двигаются.'],
  payments_off: () => [
    'Оплата выключена: посетители видят, что она скоро откроется, и могут написать вам.',
    'Когда Robokassa примет магазин, задайте PAYMENTS=robokassa и её настройки.',
  ],
  shop_good: () => [
    'Robokassa знает магазин и второй пароль. Первый пароль проверит только покупка: купите программу сами один раз.',
  ],
  shop_test_mode: () => [
    'Оплата в тестовом режиме: товар отдаётся без денег.',
    'Уберите ROBOKASSA_TEST_MODE.',
  ],
  shop_password: () => [
    'Robokassa не приняла подпись: оплаты не подтвердятся.',
    'Сверьте ROBOKASSA_PASSWORD2 и ROBOKASSA_HASH с техническими настройками магазина.',
  ],
  shop_unknown: ({ login }) => [
    `Robokassa не знает магазин ${login}, или он ещё не активен.`,
    'Сверьте ROBOKASSA_MERCHANT_LOGIN (это имя магазина, не кабинета) и ROBOKASSA_HOST; пока идёт модерация, подойдёт PAYMENTS=off.',
  ],
  shop_away: ({ reason }) => [
    `Robokassa не ответила (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, проверьте, выпускает ли хостинг запросы наружу.',
  ],
  person_missing: () => [
    'На сайте не сказано, кто ведёт консультацию: за 50 000 ₸ её покупают у человека с лицом и именем.',
    'Заполните packages/content/src/ru/nutritionist.ts (docs/owner.md, «Тексты без программиста») и соберите сайт заново.',
  ],
  shop_addresses: ({ result, success, fail }) => [
    `В технических настройках Robokassa должно стоять: ResultURL ${result} (POST), SuccessURL ${success}, FailURL ${fail}. Отсюда этого не видно: сверьте сами.`,
  ],
} satisfies TextsOfFindings
