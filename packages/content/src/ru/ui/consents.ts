import type { ConsentKind } from '@app/domain/consents/consent'
import { monthOf } from '../writing/date.ts'
import { typeset } from '../writing/typeset.ts'

/** Texts of the cabinet's consents. */
export const consentTexts = typeset({
  title: 'Согласия',
  text: 'На что вы согласились, когда и какой текст при этом видели. Отозвать можно в любой момент.',
  kinds: {
    health: {
      title: 'Обработка данных, в том числе о здоровье',
      about: 'Чтобы хранить ваши ответы и результат. Даётся в конце теста.',
    },
    marketing: {
      title: 'Советы и предложения',
      about: 'В WhatsApp и по почте. Необязательно: на тест, программу и консультацию не влияет.',
    },
    messages: {
      title: 'Сообщения программы в WhatsApp',
      about:
        'Пять утренних сообщений после оплаты программы. Остановите — продолжим с того же дня, когда вернёте.',
    },
  } satisfies Record<ConsentKind, { title: string; about: string }>,
  given: (date: string) => `Дано ${date}`,
  withdrawn: (date: string) => `Отозвано ${date}`,
  never: 'Не дано',
  byPurchase: 'Разрешаются с покупкой программы',
  byPurchaseMade: 'Разрешены с покупкой программы',
  unclaimed: 'Станет видно, когда вы подтвердите, что тест ваш',
  version: (version: string) => `редакция от ${monthOf(version)}`,
  fullText: 'Полный текст',
  withdraw: 'Отозвать',
  give: 'Дать согласие',
  withdrawOf: (title: string) => `Отозвать: ${title}`,
  giveOf: (title: string) => `Дать согласие: ${title}`,
  endsWithAccount: 'Отозвать можно вместе с аккаунтом: без этого согласия нам нельзя хранить ответы.',
  toDeletion: 'К удалению аккаунта',
  loading: 'Загружаем согласия',
  failed: 'Согласия не загрузились. Проверьте связь и попробуйте ещё раз.',
  retry: 'Попробовать ещё раз',
  notSaved: 'Не получилось сохранить. Проверьте связь и попробуйте ещё раз.',
})
