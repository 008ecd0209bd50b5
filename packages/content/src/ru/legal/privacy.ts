import type { Owner } from '@app/contracts/client-config'
import { link } from '../writing/rich-text.ts'
import { typeset } from '../writing/typeset.ts'
import type { LegalPage } from './page.ts'
import { whatWeCollect } from './privacy-data.ts'
import { yourRights } from './privacy-rights.ts'
import { sharingSections } from './privacy-sharing.ts'

/** The privacy policy: ten sections, after Law of Kazakhstan 94-V on personal data. */
export function privacyPage(owner: Owner): LegalPage {
  return typeset({
    version: 'privacy-2026-12-01',
    title: 'Политика конфиденциаль\u00adности',
    updatedOn: '2026-12-01',
    intro: [
      'Коротко: мы берём только то, что нужно для теста и ваших покупок, храним это в Казахстане, не продаём и удаляем по вашей просьбе. О нас — на странице ',
      link('«О нас»', '/about'),
      ', о покупках — в ',
      link('условиях', '/terms'),
      '. Вернуться ',
      link('на главную', '/'),
      '.',
    ],
    sections: [...whatWeCollect(owner), ...sharingSections(), ...yourRights(owner)],
  })
}
