import type { Owner } from '@app/contracts/client-config'
import { link } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'
import type { LegalPage } from './page.ts'
import { termsOfBuying } from './terms-buying.ts'
import { termsOfUse } from './terms-use.ts'

/** The version that a buyer accepts at the pay button. */
const termsVersion = 'terms-2026-11'

/** The public offer, with prices in tenge and everything that Robokassa's moderation requires. */
export function termsPage(owner: Owner): LegalPage {
  const use = termsOfUse(owner)
  return typeset({
    version: termsVersion,
    title: 'Условия использования и публичная оферта',
    updatedOn: '2026-11-23',
    intro: [
      'Здесь сказано, что вы покупаете, сколько это стоит, как получить услугу и вернуть деньги. Кто мы, написано на странице ',
      link('«О нас»', '/about'),
      ', как мы храним данные — в ',
      link('политике конфиденциальности', '/privacy'),
      '. Тест бесплатный и открыт ',
      link('на главной странице', '/'),
      '.',
    ],
    sections: [use.parties, use.subject, ...termsOfBuying(owner), use.health, use.disputes],
  })
}
