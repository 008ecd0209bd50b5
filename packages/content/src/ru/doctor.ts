import type { Check, Finding, Findings, Level, Reason } from '@app/domain/doctor/findings'
import { counted, days, hours } from './writing/plural.ts'

/** What was found, and what to do about it. */
type Words = readonly [says: string, cure?: string]

const dns = 'Записи DNS вносят там, где куплено имя сайта.'
const asService =
  'Запустите: sudo -u clearday npm run doctor (clearday — пользователь, от которого работает сайт).'

const texts: { readonly [R in Reason]: (facts: Findings[R]) => Words } = {
  settings_wrong: ({ problem }) => [
    `Настройка не годится: ${problem}`,
    'Исправьте строку в .env; что она значит, написано рядом с ней в .env.example.',
  ],
  settings_good: ({ environment }) => [
    environment === 'production' ? 'Настройки прочитаны: рабочий режим.' : 'Настройки прочитаны: песочница.',
  ],

  node_good: ({ version }) => [`Node ${version}.`],
  node_old: ({ version, wanted }) => [
    `Node ${version} слишком старый: нужен ${wanted} или новее.`,
    'Обновите Node на сервере (nodejs.org) и перезапустите сайт.',
  ],
  memory_good: ({ megabytes }) => [`Память: ${megabytes} МБ.`],
  memory_short: ({ megabytes, wanted }) => [
    `Памяти мало: ${megabytes} МБ, нужно не меньше ${wanted}. Сайт может не запуститься или остановиться.`,
    'Возьмите у хостинга тариф с большей памятью.',
  ],
  disk_good: ({ gigabytes }) => [`Свободно на диске: ${gigabytes} ГБ.`],
  disk_low: ({ gigabytes, percent }) => [
    `На диске осталось ${gigabytes} ГБ (${percent} %).`,
    'Уберите лишнее (старые журналы, старые копии) или увеличьте диск: копии нужно ещё столько же места, сколько занимает база.',
  ],
  disk_full: ({ gigabytes }) => [
    `Диск почти полон: ${gigabytes} ГБ. Скоро сайт не сможет ничего сохранить.`,
    'Освободите место сегодня же или увеличьте диск.',
  ],
  clock_good: ({ source }) => [`Часы идут верно (сверено с ${source}).`],
  clock_off: ({ source, seconds }) => [
    `Часы сервера расходятся с ${source} на ${seconds} с.`,
    'Включите сверку времени: sudo timedatectl set-ntp true',
  ],
  clock_wrong: ({ source, seconds }) => [
    `Часы сервера врут на ${seconds} с (сверено с ${source}): коды входа и сообщения будут не вовремя.`,
    'Включите сверку времени: sudo timedatectl set-ntp true, затем перезапустите сайт.',
  ],
  clock_alone: () => [
    'Часы не с чем сверить: сайт пока не связан ни с Robokassa, ни с WhatsApp, ни со статистикой.',
    'Посмотрите сами: timedatectl — в строке System clock synchronized должно быть yes.',
  ],

  folder_good: ({ folder }) => [`Папка данных ${folder}: своя, закрыта для чужих, в неё можно писать.`],
  folder_absent: ({ folder }) => [
    `Папки данных ${folder} нет.`,
    'Если сайт ещё не запускали, всё верно: она появится при первом запуске. Если запускали — проверьте DATA_DIR и подключён ли диск, ничего не запускайте.',
  ],
  folder_no_folder: ({ folder }) => [
    `DATA_DIR указывает на ${folder}, а это не папка.`,
    'Укажите в DATA_DIR папку.',
  ],
  folder_foreign: ({ folder, owner, user }) => [
    `Папка данных ${folder} принадлежит другому пользователю (${owner}, а проверяет ${user}).`,
    `Если сайт работает от другого пользователя, проверяйте от него. ${asService} Если нет — отдайте папку ему: sudo chown -R clearday ${folder}`,
  ],
  folder_for_root: ({ folder, owner }) => [
    `Проверяет root, а папка данных ${folder} принадлежит пользователю ${owner}: можно ли в неё писать сайту, отсюда не видно.`,
    asService,
  ],
  folder_open: ({ folder }) => [
    `В папку данных ${folder} могут заглянуть другие пользователи сервера.`,
    `Закройте её: chmod 700 ${folder} (сайт делает это сам при запуске).`,
  ],
  folder_read_only: ({ folder }) => [
    `В папку данных ${folder} нельзя писать: сайт ничего не сохранит.`,
    'Проверьте права папки и не подключён ли диск только для чтения; у службы папка должна стоять в ReadWritePaths.',
  ],
  key_good: ({ file }) => [`Файл ключа ${file}: на месте и закрыт.`],
  key_absent: ({ file }) => [
    `Файла ключа ${file} нет, а данные есть: без него сайт не прочитает свои секреты.`,
    'Верните файл из резервной копии или исправьте KEYS_FILE. Если сайт ещё ни разу не запустился до конца, файл появится сам.',
  ],
  key_foreign: ({ file, owner }) => [
    `Файл ключа ${file} принадлежит другому пользователю (${owner}), чем данные.`,
    `Отдайте его пользователю сайта: sudo chown clearday ${file}`,
  ],
  key_open: ({ file }) => [
    `Файл ключа ${file} могут прочитать другие пользователи сервера.`,
    `Закройте его: chmod 600 ${file}. Если его мог кто-то скопировать, замените ключи: npm run keys:rotate`,
  ],
  env_open: ({ file }) => [
    `Файл ${file} с паролями могут прочитать другие пользователи сервера.`,
    `Закройте его: chmod 600 ${file}`,
  ],

  database_embedded: () => ['База данных встроенная, лежит в папке данных.'],
  database_good: ({ version }) => [`База данных отвечает: PostgreSQL ${version}.`],
  database_newer: ({ version }) => [
    `PostgreSQL ${version} новее, чем те, на которых сайт проверен.`,
    'Скорее всего, всё работает. Перед обновлением базы спрашивайте того, кто обслуживает сайт.',
  ],
  database_old: ({ version, wanted }) => [
    `PostgreSQL ${version} слишком старый: нужен ${wanted} или новее.`,
    'Обновите базу данных или укажите в DATABASE_URL другую.',
  ],
  database_rights: ({ missing }) => [
    `Пользователю базы не хватает прав: ${missing}.`,
    'Попросите администратора базы выдать их или укажите в DATABASE_URL её владельца.',
  ],
  database_away: ({ reason }) => [
    `База данных не отвечает (${reason}).`,
    'Проверьте, запущен ли PostgreSQL, и верны ли адрес, имя и пароль в DATABASE_URL (28P01 — неверный пароль, 3D000 — нет такой базы).',
  ],

  backup_good: ({ hours: age }) => [`Последней резервной копии ${counted(age, hours)}.`],
  backup_old: ({ hours: age }) => [
    `Последней резервной копии уже ${counted(age, hours)}: ночью она не сделалась.`,
    'Сделайте её сейчас: npm run backup. Если не получится, команда скажет почему.',
  ],
  backup_none: () => [
    'Резервных копий ещё нет.',
    'Сделайте первую: npm run backup. Дальше сайт делает их сам каждую ночь.',
  ],
  backup_off: () => [
    'Резервные копии выключены: если диск сломается, пропадёт всё.',
    'Задайте BACKUP_DIR (или BACKUP_S3_BUCKET) и BACKUP_PASSPHRASE в .env.',
  ],
  backup_elsewhere: () => ['Копии делает Supabase: проверьте, что они включены в его настройках.'],
  backup_away: () => [
    'Не получилось заглянуть туда, где лежат резервные копии.',
    'Проверьте BACKUP_DIR и его права или ключи и адрес бакета (BACKUP_S3_…).',
  ],

  site_local: ({ site }) => [`Сайт только для этой машины: ${site}.`],
  dns_good: ({ host, addresses }) => [
    `Имя ${host} ведёт на ${addresses}. Это должен быть адрес вашего сервера.`,
  ],
  dns_missing: ({ host }) => [
    `Имя ${host} никуда не ведёт: сайт по нему не откроется.`,
    `Заведите запись A с адресом сервера (для IPv6 — AAAA). ${dns} Новая запись видна через час-два.`,
  ],
  tls_good: ({ host, days: left }) => [`Сертификат ${host} действует ещё ${counted(left, days)}.`],
  tls_soon: ({ host, days: left }) => [
    `Сертификат ${host} кончается: осталось ${counted(left, days)}.`,
    'Обычно он обновляется сам. Посмотрите журнал прокси: journalctl -u caddy (или certbot renew для nginx).',
  ],
  tls_expired: ({ host }) => [
    `Сертификат ${host} истёк: браузеры не открывают сайт.`,
    'Обновите его: перезапустите Caddy или выполните certbot renew. Проверьте, что порты 80 и 443 открыты.',
  ],
  tls_other_name: ({ host }) => [
    `Сертификат выписан на другое имя, не на ${host}.`,
    'Назовите это имя в настройках прокси (в Caddyfile — первой строкой): он получит сертификат на него.',
  ],
  tls_untrusted: ({ host, reason }) => [
    `Сертификату ${host} браузеры не доверяют (${reason}).`,
    'Возьмите настоящий: Caddy получает его сам, для nginx есть certbot. Если он настоящий, отдавайте его вместе с цепочкой (fullchain.pem).',
  ],
  tls_away: ({ host, port }) => [
    `${host} не отвечает по защищённому соединению (порт ${port}).`,
    'Проверьте, что прокси запущен, порт открыт у хостинга и имя ведёт на этот сервер.',
  ],
  site_good: ({ site }) => [`Сайт отвечает по адресу ${site}.`],
  site_away: ({ site }) => [
    `Сайт не отвечает по адресу ${site}.`,
    'Проверьте, что он запущен (systemctl status clearday), прокси передаёт запросы на его порт, а SITE_URL назван верно.',
  ],
  site_not_ready: ({ site, status }) => [
    `Сайт ${site} отвечает, но не готов работать (${status}): не отвечает база данных.`,
    'Посмотрите журнал: journalctl -u clearday -n 50',
  ],
  site_other: ({ site }) => [
    `По адресу ${site} отвечает что-то другое, не этот сайт.`,
    'Проверьте, на какой порт прокси передаёт запросы (PORT, по умолчанию 3000) и туда ли ведёт имя.',
  ],
  proxy_good: () => ['Прокси передаёт адреса посетителей, и сайт верит только ему.'],
  proxy_silent: () => [
    'Прокси не передаёт адрес посетителя (X-Forwarded-For): для сайта все посетители — один, и ограничения сработают на всех сразу.',
    'Caddy передаёт его сам. Для nginx добавьте: proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;',
  ],
  proxy_ignored: () => [
    'Прокси передаёт адрес посетителя, но сайт ему не верит: для сайта все посетители — один.',
    'Назовите адрес прокси в TRUST_PROXY: на той же машине — loopback, в Docker — uniquelocal.',
  ],
  proxy_forged: () => [
    'Посетитель может назваться чужим адресом, и сайт поверит: ограничения так обходят.',
    'В TRUST_PROXY назовите адрес прокси вместо 1, а прокси пусть не пропускает чужой X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
  ],
  proxy_plain: () => [
    'Прокси не говорит сайту, что соединение защищено (X-Forwarded-Proto).',
    'Для nginx добавьте: proxy_set_header X-Forwarded-Proto $scheme;',
  ],
  proxy_other_host: ({ arrived, wanted }) => [
    `Прокси передаёт сайту имя ${arrived} вместо ${wanted}.`,
    'Для nginx добавьте: proxy_set_header Host $host;',
  ],

  mail_sandbox: () => ['Письма никуда не уходят: их читают на странице /sandbox/mail.'],
  smtp_good: ({ server }) => [`Почтовый сервер ${server} принимает письма от сайта.`],
  smtp_login: ({ server }) => [
    `Почтовый сервер ${server} не принимает имя или пароль: никто не сможет войти.`,
    'Проверьте SMTP_USER и SMTP_PASSWORD. Многим сервисам нужен отдельный пароль для программ, не пароль от ящика.',
  ],
  smtp_tls: ({ server }) => [
    `С почтовым сервером ${server} нет защищённого соединения.`,
    'Порт 465 — с SMTP_SECURE=1, порт 587 — с SMTP_SECURE=0. Имя в SMTP_HOST должно совпадать с сертификатом сервера.',
  ],
  smtp_away: ({ server }) => [
    `Почтовый сервер ${server} не отвечает: никто не сможет войти.`,
    'Проверьте SMTP_HOST и SMTP_PORT. Многие хостинги закрывают исходящую почту: попросите открыть порт или возьмите 587.',
  ],
  sender_unreadable: () => [
    'В MAIL_FROM нет почтового адреса.',
    'Напишите так: Ясный день <hello@clearday.kz>',
  ],
  spf_good: ({ domain }) => [`SPF у ${domain} есть.`],
  spf_missing: ({ domain }) => [
    `У ${domain} нет записи SPF: письма с кодами попадут в спам.`,
    `Добавьте запись TXT вида «v=spf1 include:… ~all»; точные слова даёт почтовый сервис. ${dns}`,
  ],
  spf_many: ({ domain }) => [
    `У ${domain} несколько записей SPF, и тогда не действует ни одна.`,
    'Соберите их в одну: v=spf1 include:первый include:второй ~all',
  ],
  spf_open: ({ domain }) => [
    `SPF у ${domain} разрешает писать от вашего имени кому угодно (+all).`,
    'Замените +all на ~all.',
  ],
  dkim_good: ({ domain, selector }) => [
    `DKIM у ${domain} есть (${selector}). Что письма им подписаны, видно в полученном письме: dkim=pass.`,
  ],
  dkim_missing: ({ domain, selector }) => [
    `У ${domain} нет ключа DKIM с именем ${selector}: письма с кодами попадут в спам.`,
    `Добавьте запись TXT ${selector}._domainkey.${domain}; её текст даёт почтовый сервис. ${dns} Или исправьте MAIL_DKIM_SELECTOR.`,
  ],
  dkim_revoked: ({ domain, selector }) => [
    `Ключ DKIM ${selector} у ${domain} отозван (пустой).`,
    `Возьмите у почтового сервиса новый и внесите его. ${dns}`,
  ],
  dkim_unknown: ({ domain }) => [
    `Ключ DKIM у ${domain} под обычными именами не нашёлся.`,
    'Узнайте у почтового сервиса имя ключа (selector) и впишите его в MAIL_DKIM_SELECTOR; если ключа нет, заведите.',
  ],
  dmarc_good: ({ domain }) => [`DMARC у ${domain} есть.`],
  dmarc_missing: ({ domain }) => [
    `У ${domain} нет записи DMARC: часть писем попадёт в спам.`,
    `Добавьте запись TXT _dmarc.${domain} со словами «v=DMARC1; p=none». ${dns}`,
  ],

  payments_sandbox: () => ['Оплата ненастоящая: деньги не двигаются.'],
  payments_off: () => [
    'Оплата выключена: посетители видят, что она скоро откроется, и могут написать вам.',
    'Когда Robokassa примет магазин, задайте PAYMENTS=robokassa и её настройки.',
  ],
  shop_good: () => [
    'Robokassa знает магазин и второй пароль. Первый пароль проверит только покупка: купите программу сами один раз.',
  ],
  shop_test_mode: () => [
    'Оплата в тестовом режиме: товар отдаётся без денег.',
    'Уберите ROBOKASSA_TEST_MODE.',
  ],
  shop_password: () => [
    'Robokassa не приняла подпись: оплаты не подтвердятся.',
    'Сверьте ROBOKASSA_PASSWORD2 и ROBOKASSA_HASH с техническими настройками магазина.',
  ],
  shop_unknown: ({ login }) => [
    `Robokassa не знает магазин ${login}, или он ещё не активен.`,
    'Сверьте ROBOKASSA_MERCHANT_LOGIN (это имя магазина, не кабинета) и ROBOKASSA_HOST; пока идёт модерация, подойдёт PAYMENTS=off.',
  ],
  shop_away: ({ reason }) => [
    `Robokassa не ответила (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, проверьте, выпускает ли хостинг запросы наружу.',
  ],
  shop_addresses: ({ result, success, fail }) => [
    `В технических настройках Robokassa должно стоять: ResultURL ${result} (POST), SuccessURL ${success}, FailURL ${fail}. Отсюда этого не видно: сверьте сами.`,
  ],

  whatsapp_sandbox: () => ['Сообщения никуда не уходят: их читают на странице /sandbox/whatsapp.'],
  whatsapp_off: () => [
    'WhatsApp выключен: программа не продаётся, чек-листы скачивают.',
    'Когда Meta одобрит номер и шаблоны, задайте WHATSAPP=cloud и его настройки.',
  ],
  whatsapp_good: ({ templates }) => [`WhatsApp готов: номер может писать, шаблонов одобрено: ${templates}.`],
  whatsapp_token: () => [
    'Meta не принимает WHATSAPP_TOKEN.',
    'Выпустите новый у системного пользователя (бессрочный, с правами whatsapp_business_messaging и whatsapp_business_management) и впишите его.',
  ],
  whatsapp_number: () => [
    'Meta не знает номера из WHATSAPP_PHONE_NUMBER_ID, или он недоступен этому токену.',
    'Впишите Phone number ID со страницы WhatsApp → API Setup: это не сам телефон и не номер аккаунта.',
  ],
  whatsapp_blocked: () => [
    'Meta не даёт этому номеру писать.',
    'Откройте WhatsApp Manager: там сказано почему. Чаще всего нет карты для оплаты или не подтверждена компания.',
  ],
  whatsapp_limited: () => [
    'Meta ограничивает этот номер.',
    'Откройте WhatsApp Manager: там сказано, чего не хватает. Новый номер пишет 250 людям в сутки.',
  ],
  whatsapp_away: ({ reason }) => [
    `Meta не ответила (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, проверьте, выпускает ли хостинг запросы наружу.',
  ],
  templates_unread: () => [
    'Список шаблонов прочитать не получилось.',
    'Дайте токену право whatsapp_business_management и запустите проверку ещё раз.',
  ],
  template_missing: ({ template, language }) => [
    `Шаблона ${template} на языке ${language} у Meta нет: его сообщения не уйдут.`,
    'Заведите его слово в слово: npm run whatsapp:templates',
  ],
  template_waiting: ({ template, status }) => [
    `Шаблон ${template} не одобрен (${status}): его сообщения не уйдут.`,
    'PENDING — подождите; REJECTED, PAUSED и DISABLED — откройте его в WhatsApp Manager, там сказано почему.',
  ],
  template_other: ({ template }) => [
    `Шаблон ${template} у Meta другой: не те места для имени или нет документа.`,
    'Исправьте его у Meta слово в слово: npm run whatsapp:templates',
  ],

  telegram_sandbox: () => ['Предупреждения никуда не уходят: их читают на странице /sandbox/telegram.'],
  telegram_off: () => ['Telegram не подключён: предупреждения приходят только на почту.'],
  telegram_good: () => ['Бот может писать вам в Telegram.'],
  telegram_token: () => [
    'Telegram не знает бота с таким токеном: предупреждения приходят только на почту.',
    'Впишите в TELEGRAM_BOT_TOKEN токен, который дал @BotFather; отозванный замените новым.',
  ],
  telegram_chat: ({ reason }) => [
    `Боту нельзя писать в этот чат (${reason}).`,
    'Откройте бота в Telegram и нажмите «Начать», затем сверьте TELEGRAM_CHAT_ID (docs/production.md, «Watching»).',
  ],
  telegram_away: ({ reason }) => [
    `Telegram не ответил (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, проверьте, выпускает ли хостинг запросы наружу.',
  ],
  heartbeat_off: () => [
    'Снаружи за сайтом никто не следит: если сервер выключится, сказать вам об этом будет некому.',
    'Заведите проверку (docs/production.md, «Watching») и впишите её адрес в HEARTBEAT_URL.',
  ],
  heartbeat_good: () => ['Внешняя проверка принимает сигналы сайта (сейчас она получила ещё один).'],
  heartbeat_refused: ({ status }) => [
    `Внешняя проверка не принимает сигнал (${status}).`,
    'Скопируйте адрес проверки заново и впишите его в HEARTBEAT_URL.',
  ],
  heartbeat_away: ({ reason }) => [
    `Внешняя проверка не ответила (${reason}).`,
    'Запустите проверку ещё раз позже. Если так всегда, сверьте HEARTBEAT_URL.',
  ],

  not_checked: ({ check, reason }) => [
    `Не получилось проверить: ${checks[check]} (${reason}).`,
    'Запустите проверку ещё раз. Если не получается никогда, покажите эту строку тому, кто обслуживает сервер.',
  ],
}

const checks: Record<Check, string> = {
  disk: 'место на диске',
  clock: 'часы',
  folders: 'папки и файлы',
  database: 'база данных',
  backups: 'резервные копии',
  dns: 'имя сайта',
  tls: 'сертификат',
  site: 'отвечает ли сайт',
  proxy: 'прокси и TRUST_PROXY',
  smtp: 'почтовый сервер',
  spf: 'запись SPF',
  dkim: 'ключ DKIM',
  dmarc: 'запись DMARC',
  payments: 'Robokassa',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  heartbeat: 'внешняя проверка',
}

/** One finding in words, with what to do about it. */
export function doctorWords<R extends Reason>({
  reason,
  facts,
}: Finding<R>): { says: string; cure: string | null } {
  const [says, cure = null] = texts[reason](facts)
  return { says, cure }
}

export const doctorTexts = {
  levels: { good: 'в порядке', attention: 'внимание', error: 'ошибка' } satisfies Record<Level, string>,
  cure: 'что делать: ',
  sum: ({ error, attention }: Record<Level, number>) => {
    if (error > 0) return `Ошибок: ${error}, предупреждений: ${attention}. Начните с ошибок.`
    return attention > 0 ? `Ошибок нет, предупреждений: ${attention}.` : 'Всё в порядке.'
  },
} as const
