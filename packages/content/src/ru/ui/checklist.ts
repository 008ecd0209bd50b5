import { brand } from '../brand.ts'
import { typeset } from '../writing/typeset.ts'

/** Texts around a checklist; its own are in `checklists/`. */
export const checklistTexts = typeset({
  /** The label for readers who should see a doctor first. */
  afterDoctor: 'Возьмите его на приём.',
  download: 'Скачать PDF',
  tick: 'Отмечать прямо здесь',
  done: (done: number, of: number) => `Отмечено ${done} из ${of}`,
  keptHere:
    'Отметки остаются в этом браузере: мы их не видим, на другом устройстве их не будет. Их сотрут новый тест и «Забыть это устройство».',
  notKept: 'Этот браузер не даёт сохранять отметки: они пропадут, когда вы закроете страницу.',
  whatsapp: 'Получить в WhatsApp',
  phone: 'Номер в WhatsApp',
  phonePlaceholder: '+7 701 000 00 00',
  /** The agreement to a message: sender, address and frequency. */
  agreement: `«${brand.title}» пришлёт на этот номер одно сообщение с чек-листом. Рассылки не будет.`,
  /**
   * The note after sending, the same for all visitors, because only the number's own user may learn
   * of an opt-out.
   */
  notCome:
    'Если сообщение не пришло, отправьте нам с этого номера в WhatsApp слово СТАРТ и попросите ещё раз.',
  off: 'Сообщения в WhatsApp сейчас не отправляем, поэтому чек-лист — файлом. Он откроется и на телефоне.',
  send: 'Отправить',
  sending: 'Отправляем…',
  cancel: 'Отмена',
})

/**
 * Returns the name of the saved file, without special spaces, which some file systems do not show.
 */
export function checklistSavedAs(checklistTitle: string): string {
  const [name = ''] = checklistTitle.split(':')
  return `${name.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')}.pdf`
}
