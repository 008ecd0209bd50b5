import type { TextsOfFindings } from './texts-of-findings.ts'

const runAsServiceUser =
  'Запустите: sudo -u clearday npm run doctor (clearday — пользователь, от которого работает сайт).'

/** Texts of the findings about the settings, the machine, its folders and files. */
export const aboutMachine = {
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
    'Часы не сверены: в настройках нет ни одного сервера за пределами этой машины, который сказал бы время (Robokassa, WhatsApp, статистика).',
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
    `Если сайт работает от другого пользователя, проверяйте от него. ${runAsServiceUser} Если нет — отдайте папку ему: sudo chown -R clearday ${folder}`,
  ],
  folder_for_root: ({ folder, owner }) => [
    `Проверяет root, а папка данных ${folder} принадлежит пользователю ${owner}: можно ли в неё писать сайту, отсюда не видно.`,
    runAsServiceUser,
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
} satisfies TextsOfFindings
