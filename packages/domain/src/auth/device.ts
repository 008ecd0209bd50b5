/** The device of a session or an action, in terms that its owner recognizes. */
export type Device = { browser: string | null; system: string | null }

/** The order matters, because most browsers also name others. */
const browsers = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\b/, 'Facebook'],
  [/\bOP(R|T)\/|\bOpera\b/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
] as const

/** Parses the browser and the system from a `User-Agent` header. */
export function deviceOf(userAgent: string | null): Device {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([sign]) => sign.test(userAgent ?? ''))?.[1] ?? null
  return { browser: find(browsers), system: find(systems) }
}
