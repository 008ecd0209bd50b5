import type { ColumnRole, RowFault } from '@app/domain/desk/imports/imported-contact'
import { countWithNoun } from '../../writing/plural.ts'
import { typeset } from '../../writing/typeset.ts'

const people = { one: 'человек', few: 'человека', many: 'человек' }
/** In the accusative: перенести 1 человека. */
const persons = { one: 'человека', few: 'человека', many: 'человек' }
const rows = { one: 'строка', few: 'строки', many: 'строк' }

/** Contacts that the owner brings from a file. */
export const importTexts = typeset({
  title: 'Контакты из файла',
  lead: 'Перенесите сюда тех, кого знаете по анкетам, рекламе или телефону. Согласия у них нет: сайт ничего им не отправит и не предложит, пока человек сам не придёт и не согласится.',
  open: 'Перенести контакты',
  back: 'К людям',
  /** As the source of whoever was imported says it. */
  source: (label: string) => `Импорт: ${label}`,
  file: 'Файл с контактами',
  fileHint:
    'Таблица CSV или XLSX из Typeform, Google Forms или рекламы Instagram либо контакты телефона (CSV, VCF). До 10 МБ и 20 000 строк.',
  sample: 'Скачать пример таблицы',
  reading: 'Читаем файл',
  faults: {
    too_large: 'Файл больше 10 МБ. Оставьте в нём только имена, телефоны и почту или разделите на несколько.',
    old_excel:
      'Это старый формат Excel (XLS) или файл с паролем. Откройте его в Excel и сохраните как «Книга Excel (.xlsx)» без пароля.',
    not_a_table: 'Это не таблица: внутри файла другой формат. Подойдут CSV, XLSX и VCF.',
    unpacks_too_large:
      'Внутри файла слишком много данных. Оставьте один лист с именами, телефонами и почтой.',
    empty: 'В файле нет ни одной строки с людьми.',
    too_many: 'В файле больше 20 000 строк. Разделите его на несколько.',
    unread: 'Файл не прочитался. Выберите его ещё раз.',
  },
  columns: {
    title: 'Что в каких столбцах',
    lead: 'Проверьте, верно ли мы поняли. Остальные столбцы никуда не уйдут с вашего устройства.',
    head: 'Столбец',
    samples: 'Что в нём',
    what: 'Это',
    nameless: (number: number) => `Столбец ${number}`,
    label: (column: string) => `Что в столбце «${column}»`,
    others: (count: number) => `Ещё столбцы: ${count}`,
    roles: {
      name: 'имя',
      surname: 'фамилия',
      phone: 'телефон',
      email: 'почта',
      none: 'не переносить',
    } satisfies Record<ColumnRole, string>,
    lacking: 'Укажите, в каком столбце телефон или почта.',
  },
  found: {
    contacts: (count: number) => `${countWithNoun(count, people)} в файле`,
    repeated: (count: number) =>
      `Повторы в файле: ${countWithNoun(count, rows)}. Такие строки сложим в одного человека.`,
    faults: (count: number) => `С ошибками: ${countWithNoun(count, rows)}`,
    none: 'Переносить некого: ни в одной строке нет телефона или почты.',
    fault: ({ row, fault, value, isLeftOut }: RowFault) =>
      [
        `Строка ${row}: `,
        fault === 'nothing'
          ? `нет ни телефона, ни почты${value && ` (${value})`}`
          : `${fault === 'phone' ? 'телефон' : 'почта'} «${value}» с ошибкой`,
        isLeftOut ? ', не перенесём' : ', перенесём без неё',
      ].join(''),
    moreFaults: (count: number) => `…и ещё ${countWithNoun(count, rows)}`,
  },
  label: 'Откуда эти люди',
  labelHint: 'Так будет написано у них в «Источнике».',
  labels: { meta: 'Реклама Instagram', google: 'Google Forms', typeform: 'Typeform', phone: 'Телефон' },
  check: 'Проверить, кто уже есть',
  checking: 'Проверяем',
  known: {
    none: 'Никого из них на столе ещё нет.',
    some: (count: number) => `Уже есть на столе: ${countWithNoun(count, people)}. Их строки не удвоятся.`,
    more: (count: number) => `…и ещё ${countWithNoun(count, people)}`,
  },
  submit: (count: number) => `Перенести ${countWithNoun(count, persons)}`,
  sending: 'Переносим',
  progress: (done: number, all: number) => `${done} из ${all}`,
  broken: 'Перенос остановился. Перенесённое сохранено, продолжайте с того же места.',
  goOn: 'Продолжить',
  another: 'Выбрать другой файл',
  done: (added: number, joined: number) =>
    joined > 0
      ? `Готово: новых — ${added - joined}, присоединили к тем, кто уже есть, — ${joined}.`
      : `Готово: новых — ${added}.`,
  show: 'Показать этих людей',
  list: {
    title: 'Что переносили',
    empty: 'Пока ничего.',
    counts: (kept: number, contacts: number, joined: number) =>
      `${kept} из ${contacts}${joined > 0 ? `, из них уже были на столе: ${joined}` : ''}`,
    undone: (kept: number) => (kept > 0 ? `Отменён. Остались те, кто успел написать: ${kept}` : 'Отменён'),
    undo: 'Отменить импорт',
    undoRest: 'Отменить до конца',
    undoText:
      'Все, кто появился только из этого файла, исчезнут вместе с вашими заметками и метками о них. Останутся те, кто с тех пор прошёл тест, купил, вошёл или написал.',
    undoSubmit: 'Отменить импорт целиком',
    undoneNow: 'Импорт отменён.',
  },
})
