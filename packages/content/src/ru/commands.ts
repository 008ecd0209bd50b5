const keys = (withKeys: boolean) => (withKeys ? 'с ключами' : 'без ключей')

/** What commands of the server's terminal answer. */
export const commandTexts = {
  resetUsage: 'Укажите почту: npm run second-factor:reset -- name@example.kz',
  noAccount: 'Аккаунта с такой почтой нет, ничего не изменилось.',
  factorsRemoved: (count: number) =>
    `Убрано приложений с кодами: ${count}. Все входы этого аккаунта закончены. При следующем входе на /misc он добавит новое.`,
  keysRotated:
    'Ключи заменены. Перезапустите сайт; если он работает на нескольких машинах, сначала положите новый файл ключа на каждую.',
  askPassphrase: 'Парольная фраза резервной копии: ',
  askPassphraseAgain: 'Ещё раз: ',
  passphrasesDiffer: 'Фразы не совпали, ничего не сделано.',
  passphraseTooShort: 'Нужно не меньше 16 символов: несколько слов, которые никто не угадает.',
  noPassphrase: 'Укажите BACKUP_PASSPHRASE или запустите команду в терминале: она спросит фразу.',
  backupUsage:
    'Укажите файл: npm run backup -- копия.sealed, и, если нужно, --without-keys. Без файла нужна настройка BACKUP_DIR или BACKUP_S3_BUCKET.',
  backupMade: ({
    name,
    megabytes,
    rows,
    files,
    withKeys,
  }: {
    withKeys: boolean
    name: string
    megabytes: string
    rows: number
    files: number
  }) =>
    `Копия сделана и проверена: ${name}, ${megabytes} МБ, строк: ${rows}, файлов: ${files}, ${keys(withKeys)}.`,
  backupThere: 'Такой файл уже есть, он не тронут. Назовите другой.',
  filesMissing: (count: number) => `Внимание: у стольких файлов есть запись, но нет содержимого: ${count}.`,
  restoreUsage:
    'Укажите файл: npm run restore -- копия.sealed, и, если нужно, --without-keys. Или имя копии оттуда, куда их складывает сайт.',
  restored: ({ rows, files, withKeys }: { rows: number; files: number; withKeys: boolean }) =>
    `Восстановлено и сосчитано: строк: ${rows}, файлов: ${files}, ${keys(withKeys)}. Можно запускать сайт.`,
  backupErrors: {
    not_a_backup: 'Это не резервная копия.',
    closed: 'Парольная фраза не подходит, или копия повреждена.',
    damaged: 'Копия повреждена. Возьмите другую.',
    not_empty:
      'Там уже что-то есть. Копия восстанавливается только на пустое место, ничего не изменилось. Если это остатки прерванного восстановления, заведите новую пустую базу.',
    too_new: 'Копию сделала более новая версия сайта. Сначала обновите сайт.',
    misfit: 'Копия не подходит к этой версии сайта.',
    not_reached: 'Не получилось прочитать данные сайта.',
  },
  backupElsewhere: 'Базу и файлы хранит Supabase: копии включаются в его настройках.',
  keysElsewhere: 'Ключи хранит Supabase: замените их в его настройках.',
} as const
