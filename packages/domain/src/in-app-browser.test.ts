import { expect, test } from 'vitest'
import { inAppBrowserOf } from './in-app-browser.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const view =
  'Mozilla/5.0 (Linux; Android 14; SM-A155F Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.115 Mobile Safari/537.36'

test.each([
  [
    'Instagram',
    'ios',
    `${iphone} Mobile/22F76 Instagram 384.0.0.25.76 (iPhone14,5; iOS 18_5; ru_RU; ru; scale=3.00; 1170x2532; 742045327; IABMV/1)`,
  ],
  [
    'Instagram',
    'ios',
    `${iphone} Mobile/22F76 Instagram 393.1.0.36.70 (iPhone15,3; iOS 18_5; ru_RU; ru; scale=3.00; 1290x2796; IABMV/1; 776538208) Safari/604.1`,
  ],
  [
    'Instagram',
    'android',
    `${view} Instagram 385.0.0.47.74 Android (34/14; 450dpi; 1080x2340; samsung; SM-A155F; a15; mt6789; ru_RU; 747541813; IABMV/1)`,
  ],
  [
    'Facebook',
    'ios',
    `${iphone} Mobile/22F76 [FBAN/FBIOS;FBAV/516.0.0.48.99;FBBV/737510163;FBDV/iPhone14,5;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/ru_RU;FBOP/5;IABMV/1]`,
  ],
  ['Facebook', 'android', `${view} [FB_IAB/FB4A;FBAV/516.0.0.43.64;IABMV/1;]`],
  ['Facebook', 'ios', `${iphone} Mobile/22F76 [FBAN/MessengerForiOS;FBAV/509.0.0.34.109;FBLC/ru_RU]`],
  ['Facebook', 'android', `${view} [FB_IAB/Orca-Android;FBAV/509.0.0.29.109;]`],
  [
    'TikTok',
    'ios',
    `${iphone} Mobile/22F76 musical_ly_39.8.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/ru Region/KZ isDarkMode/0 WKWebView/1 RevealType/Dialog BytedanceWebview/d8a21c6`,
  ],
  [
    'TikTok',
    'android',
    `${view} trill_390803 JsSdk/1.0 NetType/WIFI Channel/googleplay AppName/musical_ly app_version/39.8.3 ByteLocale/ru ByteFullLocale/ru Region/KZ AppId/1233 BytedanceWebview/d8a21c6`,
  ],
  ['WhatsApp', 'ios', `${iphone} Mobile/15E148 WhatsApp/25.16.81`],
  ['WhatsApp', 'android', `${view} WhatsApp/2.25.16.81`],
  [
    'Telegram',
    'android',
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.115 Mobile Safari/537.36 Telegram-Android/11.12.0 (Samsung SM-A155F; Android 14; SDK 34; AVERAGE)',
  ],
  ['Telegram', 'ios', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1 Telegram-iOS/11.12`],
  [null, 'android', view],
  [null, 'ios', `${iphone} Mobile/15E148`],
] as const)('inside of %s on %s', (app, system, userAgent) => {
  expect(inAppBrowserOf(userAgent)).toEqual({ app, system })
})

test.each([
  [
    'android',
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.6668.100 Mobile Safari/537.36',
  ],
  ['ios', `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`],
] as const)('inside of a Telegram on %s that names itself nowhere', (system, userAgent) => {
  expect(inAppBrowserOf(userAgent, { isTelegram: true })).toEqual({ app: 'Telegram', system })
})

test.each([
  `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
  `${iphone} CriOS/137.0.7151.107 Mobile/15E148 Safari/604.1`,
  `${iphone} FxiOS/139.0 Mobile/15E148 Safari/605.1.15`,
  `${iphone} Version/18.5 YaBrowser/25.6.0.1852.10 Mobile/15E148 Safari/604.1`,
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/18.0 Chrome/99.0.4844.88 Mobile Safari/537.36',
  'Mozilla/5.0 (Android 14; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  '',
])('%o is a browser of its own', (userAgent) => {
  expect(inAppBrowserOf(userAgent)).toBeNull()
})
