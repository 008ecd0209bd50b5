import { countWithNoun, hours } from '../writing/plural.ts'
import type { TextsOfFindings } from './texts-of-findings.ts'

/** Texts of the findings about the database and its backups. */
export const aboutDatabase = {
  database_embedded: () => [
    'База данных встроенная и лежит в папке данных. Отвечает ли она, видно по тому, готов ли сайт.',
  ],
  database_unopened: () => [
    'База данных встроенная, но в папке данных её нет.',
    'До первого запуска так и должно быть. Если сайт уже работал, проверьте DATA_DIR и подключён ли диск.',
  ],
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

  backup_good: ({ hours: age }) => [`Последней резервной копии ${countWithNoun(age, hours)}.`],
  backup_old: ({ hours: age }) => [
    `Последней резервной копии уже ${countWithNoun(age, hours)}: ночью она не сделалась.`,
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
  backup_elsewhere: () => [
    'Копии делает Supabase, отсюда их не видно.',
    'Проверьте, что они включены в его настройках.',
  ],
  backup_away: () => [
    'Не получилось заглянуть туда, где лежат резервные копии.',
    'Проверьте BACKUP_DIR и его права или ключи и адрес бакета (BACKUP_S3_…).',
  ],
} satisfies TextsOfFindings
