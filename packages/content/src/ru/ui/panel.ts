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
    noOrder: 'Заказа с таким номером нет, поэтому вебхук ответит отказом.',
  },
  productionApi: {
    title: 'Рабочий API',
    text: 'Отвечает ли рабочий сервер и готовы ли ежедневные сообщения. Проверка сообщений ничего не отправляет.',
    api: 'Рабочий API',
    daily: 'Ежедневные сообщения',
    unexpected: 'Ответ не похож на ответ этого API',
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
    silentHint: 'Сервер не ответил: он не запущен или браузер не пускает к нему с этой страницы.',
  },
  analytics: {
    event: {
      name: 'Событие',
      text: 'Отправляет admin_test_event с полями test_type, timestamp и environment.',
      sent: 'Событие передано аналитике',
    },
    error: {
      name: 'Учёт ошибок',
      text: 'Сообщает аналитике об ошибке, которой не было.',
      message: 'Проверка учёта ошибок из панели',
      sent: 'Ошибка передана аналитике',
      dropped: 'Аналитика выключена, поэтому ошибка никуда не ушла',
    },
    performance: {
      name: 'Таймер',
      text: 'Ждёт 100 мс и показывает, сколько прошло на самом деле.',
      measured: (ms: number) => `Прошло ${ms} мс`,
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
      text: 'Считает строки quiz_leads, не читая их. Видно столько, сколько разрешено вам.',
      done: (count: number) => `База отвечает, видно строк: ${count}`,
    },
    schema: {
      name: 'Схема',
      text: 'Выбирает id и created_at одной строки quiz_leads.',
      done: 'Колонки на месте',
    },
    access: {
      name: 'Защита строк (RLS)',
      text: 'Без входа просит id, name и email одной строки. Код PGRST116 значит, что доступа без входа нет.',
      denied: 'Доступа без входа нет, защита работает',
      exposed: 'Строка видна без входа',
    },
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
    remove: (name: string) => `Удалить ${name}`,
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
    description: 'Как настроены платежи. Провайдера не спрашивает.',
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
