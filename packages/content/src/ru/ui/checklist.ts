import { brand } from '../brand.ts'
import { typeset } from '../writing/typeset.ts'

/** The words around a checklist; its own are in `checklists/`. */
export const checklistTexts = typeset({
  /** Where a doctor comes first. */
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
  /** A person agrees to it by sending: who writes, where, how often. */
  agreement: `«${brand.title}» пришлёт на этот номер одно сообщение с чек-листом. Рассылки не будет.`,
  /**
   * Under the sent message, said to everybody alike: only a number's own user is told that it
   * asked for silence.
   */
  notCome:
    'Если сообщение не пришло, отправьте нам с этого номера в WhatsApp слово СТАРТ и попросите ещё раз.',
  off: 'Сообщения в WhatsApp сейчас не отправляем, поэтому чек-лист — файлом. Он откроется и на телефоне.',
  send: 'Отправить',
  sending: 'Отправляем…',
  cancel: 'Отмена',
})

/** The file's name once it is saved: what the title names, without what typesetting put in, which not every folder shows. */
export function checklistSavedAs(checklistTitle: string): string {
  const [name = ''] = checklistTitle.split(':')
  return `${name.replaceAll('\u00a0', ' ').replaceAll('\u2011', '-')}.pdf`
}
