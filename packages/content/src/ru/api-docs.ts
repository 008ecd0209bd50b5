/** What each call of the product API is for, by method and path after the base. */
const operations: Record<string, string> = {
  'GET /': 'Отвечает, что API работает.',
  'GET /health': 'Жив ли процесс.',
  'GET /ready': 'Отвечают ли база и очередь заданий.',
  'GET /forwarding': 'Как дошёл этот самый запрос: виден ли прокси и верит ли ему сайт.',
  'GET /client-config': 'Настройки, с которыми работают страницы. Ничего секретного.',
  'POST /leads':
    'Сохраняет пройденный тест. Повтор с тем же attemptId безвреден; категорию считает сам сервер.',
  'POST /visits': 'Сообщает, до какого шага дошло прохождение. Без ответов и без сведений о человеке.',
  'GET /leads/result/{resultToken}': 'Результат по ссылке, которой поделился его владелец.',
  'GET /orders': 'Покупки того, кто вошёл. Новые — сверху.',
  'GET /program': 'Как идут программы того, кто вошёл.',
  'POST /program/{subscriptionId}/phone': 'Исправить номер подаренной программы, пока она не началась.',
  'POST /contact':
    'Меняет имя и телефон того, кто вошёл: в аккаунте, в его заявках и в программе. Всё вместе или ничего.',
  'GET /account/sessions':
    'Где вошёл тот, кто спрашивает: устройство, когда вошёл и когда был последний раз.',
  'DELETE /account/sessions': 'Завершает все входы того, кто спрашивает, кроме нынешнего.',
  'DELETE /account/sessions/{sessionId}': 'Завершает один вход того, кто спрашивает.',
  'GET /consents': 'На что согласился тот, кто вошёл, и что он отозвал.',
  'POST /consents': 'Даёт или отзывает согласие того, кто вошёл.',
  'POST /payment/checkout':
    'Оформляет заказ и отвечает адресом страницы оплаты. Повтор с тем же intentId безвреден.',
  'GET /payment/prices': 'Сколько стоит каждый продукт этому покупателю, с учётом депозита.',
  'GET /payment/health': 'Готов ли приём платежей.',
  'GET /payment/status': 'Что сервер знает об оплате заказа.',
  'GET /payment/webhook/robokassa': 'То же уведомление, если магазин настроен на GET.',
  'POST /payment/webhook/robokassa': 'Уведомление платёжного сервиса. Верим только подписанному.',
  'POST /whatsapp/send-checklist': 'Отправляет чек-лист на номер в WhatsApp.',
  'GET /whatsapp/webhook': 'Проверка адреса службой WhatsApp.',
  'POST /whatsapp/webhook': 'Сообщения и статусы доставки от WhatsApp. Верим только подписанным.',
  'POST /daily-messaging/trigger': 'Ставит в очередь сообщения дня. Только для администратора.',
  'POST /daily-messaging/manual-send': 'Отправляет одно сообщение программы. Только для администратора.',
  'GET /daily-messaging/status/{email}': 'Как идёт программа. Только для администратора.',
  'POST /daily-messaging/reset/{subscriptionId}': 'Начинает программу заново. Только для администратора.',
  'POST /whatsapp/daily-messaging/trigger': 'То же, что /daily-messaging/trigger.',
  'POST /whatsapp/daily-messaging/manual-send': 'То же, что /daily-messaging/manual-send.',
  'GET /whatsapp/daily-messaging/status/{email}': 'То же, что /daily-messaging/status.',
  'POST /whatsapp/daily-messaging/reset/{subscriptionId}': 'То же, что /daily-messaging/reset.',
  'POST /panel/session': 'Пускает администратора к служебной панели. Только для администратора.',
  'DELETE /panel/session': 'Закрывает этому браузеру служебную панель. Вход в кабинет не нужен.',
  'GET /panel/row-security':
    'Не дают ли правила базы прочитать, изменить или удалить чужие заявки: проверяет на пробных, которые отменяет. Только для администратора.',
  'POST /panel/orders': 'Находит заказы по номеру или почте. Только для администратора.',
  'POST /panel/orders/{orderId}/refund':
    'Отмечает, что деньги за заказ вернули. Повтор безвреден. Только для администратора.',
  'POST /desk/session': 'Пускает к рабочему столу того, у кого есть роль: владелицу, помощника, техника.',
  'GET /desk/today':
    'Что ждёт сегодня: кто заплатил, кто спрашивает, чья программа стоит, что не вышло. Что не положено роли, не отвечает.',
  'GET /desk/pulse': 'Слово, которое меняется, когда на рабочем столе есть новое.',
  'GET /desk/funnel': 'Докуда доходят в тесте и к чему это приводит, одними числами. Для всех ролей.',
  'POST /desk/people':
    'Страница списка людей. Телом, чтобы имя или номер не попали в адрес. По категории ищет только владелица.',
  'GET /desk/people/choices': 'Источники, метки и сохранённые выборки.',
  'POST /desk/people/views': 'Сохраняет выборку под именем.',
  'DELETE /desk/people/views/{viewId}': 'Удаляет свою выборку.',
  'GET /desk/people/{personId}': 'Всё о человеке по времени, без ответов теста.',
  'GET /desk/people/{personId}/answers': 'Ответы теста. Только для владелицы, каждый просмотр записывается.',
  'POST /desk/people/{personId}/marks':
    'Статус, метки, дата следующего контакта. Отвечает тем, что было и что стало.',
  'POST /desk/people/{personId}/notes': 'Записывает заметку. Заметки о здоровье видит только владелица.',
  'DELETE /desk/people/{personId}/notes/{noteId}': 'Удаляет заметку.',
  'POST /desk/people/{personId}/checklist':
    'Присылает чек-лист ещё раз. Не тем, кто просил больше не писать.',
  'POST /desk/people/{personId}/programs/{subscriptionId}':
    'Программа: пауза, продолжение, перенос на день, повтор дня.',
  'POST /desk/people/{personId}/orders/{orderId}/refund':
    'Отмечает, что деньги вернули. Только для владелицы, с новым кодом.',
  'POST /desk/people/{personId}/export': 'Все данные человека. Только для владелицы, с новым кодом.',
  'POST /desk/people/{personId}/sessions/end':
    'Завершает все входы человека и пишет ему об этом на почту. Попадает в журнал.',
  'POST /desk/people/{personId}/erase':
    'Удаляет человека, но не сотрудника. Только для владелицы, с новым кодом.',
  'GET /desk/messages': 'Переписка: сначала те, кто ждёт ответа.',
  'GET /desk/messages/undelivered': 'Что не дошло и почему.',
  'POST /desk/messages/answers':
    'Ответ в WhatsApp, пока открыто окно. Повторный запрос не шлёт второе сообщение.',
  'GET /desk/money': 'Оплачено, возвращено, долг: по дням, неделям, продуктам, источникам.',
  'GET /desk/money/orders': 'Заказы за время.',
  'POST /desk/money/orders/{orderId}/refund':
    'Отмечает возврат по заказу, чей покупатель удалён. Только для владелицы, с новым кодом.',
  'POST /desk/money/registry': 'Сверяет реестр Robokassa с заказами. Файл не сохраняется.',
  'GET /desk/consultations': 'Консультации: без времени, назначенные, прошедшие.',
  'POST /desk/consultations/{orderId}':
    'Назначает, переносит, отмечает консультацию; каждое действие отменяется другим.',
  'POST /desk/exports':
    'Строки раздела файлом CSV или XLSX. Только для владелицы, каждая выгрузка записывается.',
  'GET /desk/journal':
    'Кто смотрел ответы, что менял, выгружал и удалял, новое сверху. Только для владелицы.',
  'GET /desk/journal/staff':
    'Чьи дела бывают в журнале: кто работает с продуктом и кто работал. Только для владелицы.',
  'GET /desk/staff': 'Кто работает с продуктом. Только для владелицы.',
  'POST /desk/staff': 'Даёт аккаунту с этой почтой роль помощника или техника. Только для владелицы.',
  'DELETE /desk/staff/{userId}': 'Забирает роль и заканчивает все входы. Только для владелицы.',
  'GET /docs': 'Эта страница.',
  'GET /docs/json': 'Это описание в формате OpenAPI.',
  'GET /metrics': 'Показатели для Prometheus. Для администратора или по ключу METRICS_TOKEN.',
}

/** Words of the API's description. */
export const apiDocsTexts = {
  title: (brand: string) => `API продукта «${brand}»`,
  description:
    'Собрано из тех же схем, которыми сервер проверяет запросы. Вход, данные и файлы работают по протоколам Supabase и здесь не описаны.',
  base: 'Основа адресов',
  contents: 'Вызовы',
  parameters: 'Параметры',
  body: 'Тело запроса',
  answer: 'Ответ',
  otherwise: 'В остальных случаях — отказ',
  refusalTitle: 'Отказ',
  refusal: 'Код для программ и сообщение для людей; fields называет поля, которые надо исправить.',
  success: 'Успех',
  schema: 'Схема',
  required: 'обязателен',
  optional: 'можно не указывать',
  operations,
}
