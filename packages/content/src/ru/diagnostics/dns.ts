export const dns = 'Записи DNS вносят там, где куплено имя сайта.'
