import type { Owner } from '@app/contracts/client-config'
import { link, list, paragraph } from '../writing/rich-text.ts'
import { type LegalSection, mailLink, phoneLink, supportLink } from './page.ts'
import { withdrawalWorkingDays } from './personal-data.ts'

/** Rights with withdrawal, and contacts: sections 9 and 10 of the policy. */
export function yourRights(owner: Owner): LegalSection[] {
  return [rights(owner), contacts(owner)]
}

function rights(owner: Owner): LegalSection {
  return {
    id: 'rights',
    title: '9. Ваши права и отзыв согласия',
    blocks: [
      list(
        'узнать, какие данные у нас есть, откуда они и кому переданы;',
        'получить их копию: кнопка есть в личном кабинете;',
        'исправить, заблокировать или удалить;',
        'отозвать любое согласие;',
        'пожаловаться в уполномоченный орган или суд.',
      ),
      paragraph(
        'В личном кабинете, в разделе «Согласия», видно, на что вы согласились, когда и какую версию видели. Там же можно отозвать согласие на советы и предложения, остановить сообщения программы в WhatsApp и разрешить их снова. Согласие на обработку данных отзывают вместе с аккаунтом: без него нам нельзя хранить ответы.',
      ),
      paragraph(
        'Удалить всё сразу можно в личном кабинете. Или напишите на ',
        mailLink(owner),
        ' с того адреса, который указали в тесте: объяснять причину не нужно.',
      ),
      paragraph(
        `После отзыва мы прекращаем обработку не позже чем через ${withdrawalWorkingDays} рабочих дней и удаляем данные, кроме тех, которые обязаны хранить по закону или для незавершённого заказа.`,
      ),
    ],
  }
}

function contacts(owner: Owner): LegalSection {
  return {
    id: 'contacts',
    title: '10. Контакты и изменения',
    blocks: [
      list(
        ['Почта: ', mailLink(owner)],
        ['Телефон: ', phoneLink(owner)],
        ['Поддержка: ', supportLink(owner)],
        `Часы работы: ${owner.workingHours}`,
      ),
      paragraph('Отвечаем в течение 24 часов. Реквизиты есть на странице ', link('«О нас»', '/about'), '.'),
      paragraph(
        'Если политика изменится по существу, мы поменяем дату вверху страницы и попросим новое согласие там, где оно нужно.',
      ),
    ],
  }
}
