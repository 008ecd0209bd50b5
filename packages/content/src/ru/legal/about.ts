import type { Owner } from '@app/contracts/client-config'
import { brand } from '../brand.ts'
import { link, list, paragraph } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'
import { type LegalPage, mailLink, phoneLink, supportLink } from './page.ts'

/**
 * Returns who stands behind the site and how to reach her: what payment moderation looks for first.
 */
export function aboutPage(owner: Owner): LegalPage {
  return typeset({
    version: 'about-2026-11',
    title: 'О нас',
    updatedOn: '2026-11-21',
    intro: [
      `«${brand.title}» — практика нутрициолога для тех, кто устал от диет и хочет спокойно наладить еду, сон и силы.`,
    ],
    sections: [
      {
        id: 'what',
        title: 'Что мы делаем',
        blocks: [
          paragraph(
            'Начать можно с бесплатного теста: он занимает около 4 минут и заканчивается разбором ответов, советами и чек-листом. Дальше по желанию — программа на 5 дней или личная консультация с планом на 3 месяца.',
          ),
          paragraph('Наш подход простой: меньше запретов, больше порядка, одна привычка за раз.'),
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
