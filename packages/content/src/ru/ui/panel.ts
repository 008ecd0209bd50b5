import type { ApiTestId, WebhookTestId } from '@app/domain/panel/panel-tests'
import { typeset } from '../typeset.ts'

/** Names the specification gives in English, word for word; readers are engineers. */
export const panelNames = {
  testAllEndpoints: 'Test All Endpoints',
  showDebugInfo: 'Show Debug Info',
  generateTestData: 'Generate Test Data',
  generateSignedPayload: 'Generate Signed Payload',
  testProductionApi: 'Test Production API',
  testDailyMessaging: 'Test Daily Messaging',
  test: 'Test',
  cancel: 'Cancel',
  reset: 'Reset',
  modified: 'Modified',
  success: 'Success',
  failed: 'Failed',
  save: 'Save',
  load: 'Load',
  clearAll: 'Clear All',
  resetAll: 'Reset All Modifications',
  export: 'Export',
  systemStatus: 'System Status',
  development: 'Development',
  production: 'Production',
  noResults: 'No test results yet. Run some tests to see results here.',
  tabs: {
    webhooks: 'Webhooks',
    apis: 'APIs',
    analytics: 'Analytics',
    database: 'Database',
    custom: 'Custom Tests',
    results: 'Results',
  },
} as const

export type PanelTab = keyof typeof panelNames.tabs

export const panelTexts = typeset({
  title: 'Тестовая панель',
  lead: 'Всё, из чего состоит продукт, можно спросить отсюда. Запросы настоящие: заявки, сообщения и заказы тоже.',
  overview: 'Состояние',
  tests: 'Тесты',
  status: {
    environment: 'Окружение',
    apiUrl: 'Адрес API',
    testsRun: 'Тестов запущено',
    switchLabel: 'Куда слать запросы',
  },
  debug: {
    title: 'Отладка сервера',
    text: 'Опрашивает адреса по списку и показывает, что ответил каждый.',
    endpoint: 'Адрес',
    answer: 'Ответ',
    all: 'Все адреса',
    noAnswer: 'нет ответа',
    allAnswered: (count: number) => `Ответили все: ${count}`,
    someFailed: (failed: number, count: number) => `С отказом: ${failed} из ${count}`,
    info: {
      page: 'Страница',
      environment: 'Окружение',
      apiUrl: 'Адрес API',
      developmentUrl: 'Development',
      productionUrl: 'Production',
      database: 'Адрес базы',
      modified: 'Изменено данных',
      now: 'Время',
      userAgent: 'Браузер',
    },
  },
  signature: {
    title: 'Подпись',
    text: 'md5 от OutSum:InvId:секрет. Секрет остаётся в этой вкладке и нигде не хранится. Им же подписывается проверка WhatsApp. Магазин должен подписывать по MD5.',
    secret: 'Секрет',
    secretHint: 'Пароль №2 магазина; для вебхука WhatsApp — App Secret',
    sandboxHint: 'В песочнице: sandbox-password-2 для оплаты, sandbox-app-secret для WhatsApp',
    needsSecret: 'Сначала введите секрет.',
    needsFields: 'В данных должны быть OutSum и InvId.',
    ready: (invId: string) => `Данные готовы: InvId ${invId}. Они на вкладке Webhooks.`,
    orderPlaced: 'Для них создан заказ, так что вебхук их примет.',
    noOrder: 'Заказ создаётся только в магазине песочницы этой установки, поэтому вебхук ответит отказом.',
  },
  productionApi: {
    title: 'Рабочий API',
    text: 'Отвечает ли рабочий сервер и готовы ли ежедневные сообщения. Проверка сообщений ничего не отправляет.',
    api: 'Рабочий API',
    daily: 'Ежедневные сообщения',
  },
  test: {
    payload: 'Данные',
    body: 'Тело запроса',
    details: 'Подробности ответа',
    time: 'Время',
    error: 'Ошибка',
    running: 'Идёт проверка',
    badJson: (message: string) => `Это не JSON: ${message}`,
    answered: (status: string, ms: number) => `Ответ ${status} за ${ms} мс`,
    notFoundHint:
      'Проверьте, что сервер запущен, обработчик подключён, общий префикс верен и маршрут написан без опечатки.',
    deniedHint: 'Проверьте секрет, которым подписан запрос, или права администратора.',
    timedOut: (seconds: number) => `Ответа нет дольше ${seconds} с.`,
    cancelled: 'Проверка остановлена.',
    unlike: (difference: string) => `Ответ не такой, как обещает API: ${difference}`,
    noJson: 'вместо данных пришла страница или текст',
    otherShape: 'данные другого вида',
    expected: (values: string) => `ожидалось ${values}`,
    open: 'Адрес открыт для чужих: без входа он должен отвечать 401.',
    closed: 'Адрес на месте и закрыт для чужих',
    onlyProbed:
      'Другой установке отсюда задают только вопросы из «Test All Endpoints»: они ничего там не меняют.',
    silentHint: 'Сервер не ответил: он не запущен или браузер не пускает к нему с этой страницы.',
  },
  analytics: {
    taken: (status: number) => `Сервер аналитики принял: ответ ${status}`,
    stopped: {
      noKey: 'Аналитика выключена в настройках этой установки: ключа нет.',
      browser: 'Браузер просит не следить за ним: Do Not Track или Global Privacy Control.',
      visitor: 'В этом браузере учёт отключён на странице «Конфиденциальность».',
      library: 'Библиотека аналитики не загрузилась: её задержал блокировщик или сеть.',
      notStarted: 'Библиотека аналитики загрузилась, но не запустилась.',
      keptBack: 'Библиотека аналитики ничего не отправила.',
      silent: (host: string, reason: string) =>
        `${host} не ответил: ${reason}. Проверьте блокировщик и сеть.`,
      refused: (host: string, status: number) => `${host} отказал: ${status}.`,
      unlike: (host: string) => `Ответ ${host} не похож на ответ сервера аналитики.`,
    },
    event: {
      name: 'Событие',
      text: 'Отправляет admin_test_event с полями test_type, timestamp и environment и ждёт ответа сервера аналитики.',
    },
    error: {
      name: 'Учёт ошибок',
      text: 'Сообщает аналитике об ошибке, которой не было, и ждёт ответа сервера аналитики.',
      message: 'Проверка учёта ошибок из панели',
    },
    performance: {
      name: 'Таймер',
      text: 'Ждёт 100 мс и показывает, сколько прошло на самом деле.',
      measured: (ms: number) => `Прошло ${ms} мс`,
      early: 'Таймер сработал раньше срока.',
      late: 'Таймер опоздал: браузер занят или вкладка скрыта.',
    },
    environment: {
      title: 'Окружение',
      mode: 'Режим',
      provider: 'Аналитика',
      on: 'включена',
      off: 'выключена',
      host: 'Сервер аналитики',
      language: 'Язык браузера',
      timeZone: 'Часовой пояс',
      online: 'Сеть',
      yes: 'есть',
      no: 'нет',
      userAgent: 'Браузер',
    },
  },
  database: {
    connection: {
      name: 'Связь с базой',
      text: 'Считает строки quiz_leads, не читая их, с ключом посетителя и с вашим. Видно столько, сколько разрешено вам.',
      done: (count: number) => `База отвечает, видно строк: ${count}`,
      noCount: 'ответ без числа строк: это не служба данных',
    },
    schema: {
      name: 'Схема',
      text: 'Выбирает одну строку quiz_leads со всеми колонками, с ключом посетителя и с вашим.',
      done: 'Колонки на месте',
    },
    access: {
      name: 'Защита строк (RLS)',
      text: 'Без входа просит id, name и email одной строки: код PGRST116 значит, что доступа без входа нет. С вашим ключом просит чужую строку. Потом сервер проверяет сами правила: пробует прочитать, изменить и удалить чужие пробные заявки и тут же всё отменяет.',
      denied: 'Доступа без входа нет, защита работает',
      exposed: 'Строка видна без входа',
      foreign: 'Чужая строка видна тому, кто вошёл',
      changeable: 'Чужую строку можно изменить или удалить',
      off: 'Защита строк выключена',
    },
    keys: { visitor: 'С ключом посетителя', administrator: 'С ключом администратора' },
    config: {
      title: 'Настройки',
      url: 'Адрес базы',
      key: 'Публичный ключ',
      table: 'Таблица',
      user: 'Вход',
    },
  },
  custom: {
    saved: 'Сохранённые тесты',
    noneSaved: 'Пока ничего не сохранено. Дайте тесту имя и нажмите Save.',
    remove: (kind: string, name: string) => `Удалить: ${name}, ${kind}`,
    kinds: { webhook: 'вебхук', api: 'запрос к API' },
    webhook: 'Свой вебхук',
    api: 'Свой запрос к API',
    endpoint: 'Адрес',
    endpointHint: 'От корня API, например /payment/health',
    method: 'Метод',
    payload: 'Данные, JSON',
    body: 'Тело, JSON',
    optional: 'необязательно',
    name: 'Название',
    nameHint: 'Под ним тест сохранится в этом браузере',
    savedNow: (name: string) => `Сохранено: ${name}`,
  },
  results: {
    count: 'Тестов',
    modified: 'Изменённых данных',
  },
})

type TestText = { name: string; description: string }

export const webhookTestTexts: Readonly<Record<WebhookTestId, TestText>> = typeset({
  payment: {
    name: 'Оплата Robokassa',
    description: 'Уведомление ResultURL формой. Без подписи и настоящего InvId сервер обязан отказать.',
  },
  whatsappMessage: {
    name: 'Сообщение WhatsApp',
    description: 'Входящее сообщение от Cloud API, с подписью X-Hub-Signature-256.',
  },
  whatsappStatus: {
    name: 'Статус доставки WhatsApp',
    description: 'Сообщение доставлено: так Cloud API рассказывает о судьбе отправленного.',
  },
})

export const apiTestTexts: Readonly<Record<ApiTestId, TestText>> = typeset({
  root: { name: 'Корень API', description: 'Отвечает «API is running».' },
  health: { name: 'Процесс', description: 'Процесс жив.' },
  ready: { name: 'Готовность', description: 'База и очередь заданий отвечают.' },
  paymentHealth: {
    name: 'Оплата: настройки',
    description:
      'Отвечает ли платёжный сервис, знает ли он магазин и пароль. Хороший ответ помнится 15 секунд.',
  },
  paymentStatus: { name: 'Оплата: статус', description: 'Что известно о заказе с этим InvId.' },
  checklist: {
    name: 'Чек-лист в WhatsApp',
    description: 'Ставит отправку чек-листа в очередь. Сообщение уйдёт на этот номер.',
  },
  dailyTrigger: {
    name: 'Ежедневные сообщения: запуск',
    description: 'С dryRun только показывает, кому и что было бы отправлено.',
  },
  dailyManual: {
    name: 'Ежедневные сообщения: вручную',
    description: 'Отправляет сообщение выбранного дня на этот номер.',
  },
  dailyStatus: { name: 'Ежедневные сообщения: статус', description: 'Программы покупателя с этой почтой.' },
  dailyReset: { name: 'Ежедневные сообщения: сброс', description: 'Начинает программу с первого дня.' },
})
