import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import type { ClientConfig } from '@app/contracts/client-config'
import { expect, test } from 'vitest'
import { fillPage } from './fill-page.ts'

const config: ClientConfig = {
  supabaseUrl: 'https://clearday.kz',
  supabaseKey: 'sb_publishable_1',
  apiUrl: '/api',
  ownApiUrl: '/api',
  siteUrl: 'https://clearday.kz',
  environment: 'production',
  sandboxAuthenticator: false,
  posthogKey: null,
  codePauseSeconds: 60,
  whatsapp: true,
  payments: true,
  posthogHost: 'https://us.i.posthog.com',
  owner: { ...sampleOwner, name: `ИП "Лён & Ко" <script>'` },
}

test('the configuration comes out of the page as it went in, and cannot end its element', () => {
  const hostile = { ...config, owner: { ...config.owner, name: '</script><script>alert(1)</script>' } }
  const page = fillPage('<script type="application/json" id="app-config">%APP_CONFIG%</script>', hostile)

  const json = page.slice(page.indexOf('>') + 1, page.lastIndexOf('</script>'))
  expect(JSON.parse(json)).toEqual(hostile)
  expect(json).not.toContain('<')
})

test('single values are put where their tokens are, escaped', () => {
  expect(fillPage('<b title="%OWNER_NAME%">%SITE_URL%</b>', config)).toBe(
    '<b title="ИП &quot;Лён &amp; Ко&quot; &lt;script&gt;&#39;">https://clearday.kz</b>',
  )
})

test('a text of the owner is typeset as hydration typesets it', () => {
  const owner = { ...sampleOwner, phone: '+7 700 000 00 00' }
  expect(fillPage('<i>%OWNER_PHONE%</i>', { ...config, owner })).toBe('<i>+7\u00a0700\u00a0000 00 00</i>')
})

test('what only looks like a token stays', () => {
  expect(fillPage('100% %D0%BF %NO_SUCH% width:50%', config)).toBe('100% %D0%BF %NO_SUCH% width:50%')
})
