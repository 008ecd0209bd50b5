export const dnsAdvice = 'Записи DNS вносят там, где куплено имя сайта.'
