/** The neighbours whose time zones do not lie under one prefix, by IANA name. */
const countries: Readonly<Record<string, readonly string[]>> = {
  Kazakhstan: [
    'Asia/Almaty',
    'Asia/Aqtau',
    'Asia/Aqtobe',
    'Asia/Atyrau',
    'Asia/Oral',
    'Asia/Qostanay',
    'Asia/Qyzylorda',
  ],
  Kyrgyzstan: ['Asia/Bishkek'],
  Uzbekistan: ['Asia/Tashkent', 'Asia/Samarkand'],
  Tajikistan: ['Asia/Dushanbe'],
  Turkmenistan: ['Asia/Ashgabat'],
  Russia: [
    'Europe/Moscow',
    'Europe/Kaliningrad',
    'Europe/Samara',
    'Europe/Saratov',
    'Europe/Astrakhan',
    'Europe/Ulyanovsk',
    'Europe/Volgograd',
    'Europe/Kirov',
    'Asia/Yekaterinburg',
    'Asia/Omsk',
    'Asia/Novosibirsk',
    'Asia/Barnaul',
    'Asia/Tomsk',
    'Asia/Novokuznetsk',
    'Asia/Krasnoyarsk',
    'Asia/Irkutsk',
    'Asia/Chita',
    'Asia/Yakutsk',
    'Asia/Vladivostok',
    'Asia/Magadan',
    'Asia/Sakhalin',
    'Asia/Kamchatka',
  ],
  Belarus: ['Europe/Minsk'],
  Ukraine: ['Europe/Kyiv', 'Europe/Kiev'],
  Georgia: ['Asia/Tbilisi'],
  Armenia: ['Asia/Yerevan'],
  Azerbaijan: ['Asia/Baku'],
  Turkey: ['Europe/Istanbul', 'Asia/Istanbul'],
  Germany: ['Europe/Berlin'],
  'United Arab Emirates': ['Asia/Dubai'],
}

const countryByZone: ReadonlyMap<string, string> = new Map(
  Object.entries(countries).flatMap(([country, zones]) => zones.map((zone) => [zone, country])),
)

/** The country a time zone belongs to, in English as the lookup services name it; null for any other zone. */
export function countryOfTimeZone(timeZone: string | undefined): string | null {
  return (timeZone && countryByZone.get(timeZone)) || null
}
