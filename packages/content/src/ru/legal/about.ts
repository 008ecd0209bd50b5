import type { Owner } from '@app/contracts/client-config'
import { brand } from '../brand.ts'
import { link, list, paragraph } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'
import { type LegalPage, mailLink, phoneLink, supportLink } from './page.ts'

/**
 * Builds the page about the seller and how to reach her: what payment moderation looks for first.
 */
export function aboutPage(owner: Owner): LegalPage {
  return typeset({
    version: 'about-2026-12',
    title: 'О нас',
    updatedOn: '2026-12-01',
    intro: [
      `«${brand.title}» — практика нутрициолога для тех, кто устал от диет и хочет спокойно наладить еду, сон и силы.`,
    ],
    sections: [
      {
        id: 'week',
        title: 'Неделя с нами',
        blocks: [
          list(
            'Сегодня: тест на 4 минуты, разбор ваших ответов и чек-лист. Бесплатно.',
            'Пять утр подряд: одно сообщение в WhatsApp с двумя-тремя простыми делами, если выбрали программу.',
            'После пятого дня: тест ещё раз. Кабинет покажет, какие ответы изменились.',
            'Дальше, если захотите: час с нутрициологом и план на 3 месяца. Цену программы вычтем.',
          ),
        ],
      },
      {
        id: 'principles',
        title: 'Три правила',
        blocks: [
          list(
            'Меньше запретов, больше порядка.',
            'Одна привычка за раз.',
            'Сначала здоровье: если по ответам нужен врач, скажем об этом до всех советов.',
          ),
        ],
      },
      {
        id: 'not-medicine',
        title: 'Чего мы не делаем',
        blocks: [
          paragraph(
            'Мы не ставим диагнозов, не назначаем и не отменяем лекарства. Наши советы — об образе жизни, это не медицинская услуга. Если вас что-то беспокоит, сначала покажитесь врачу.',
          ),
        ],
      },
      {
        id: 'contacts',
        title: 'Контакты',
        blocks: [
          list(
            ['Почта: ', mailLink(owner)],
            ['Телефон: ', phoneLink(owner)],
            ['Поддержка: ', supportLink(owner)],
            `Часы работы: ${owner.workingHours}`,
          ),
          paragraph('На письма и сообщения отвечаем в течение 24 часов.'),
        ],
      },
      {
        id: 'requisites',
        title: 'Реквизиты',
        blocks: [
          list(owner.name, `ИИН: ${owner.iin}`, `Юридический и фактический адрес: ${owner.address}`),
          paragraph(
            'Условия покупки, оплаты и возврата — в ',
            link('условиях использования', '/terms'),
            ', о ваших данных — в ',
            link('политике конфиденциальности', '/privacy'),
            '.',
          ),
        ],
      },
    ],
  })
}
