import { inAppTexts } from '@app/content/ru/ui/in-app'
import { freshEmail, timur } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { givenLead } from './support/given-lead.ts'
import { SignInPage } from './support/sign-in-page.ts'

/** As Instagram on an iPhone of 2025 names itself. */
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 393.1.0.36.70 (iPhone15,3; iOS 18_5; ru_RU; ru; scale=3.00; 1290x2796; IABMV/1; 776538208) Safari/604.1'

test.use({ viewport: { width: 390, height: 844 } })

test.describe('inside of Instagram', () => {
  test.use({ userAgent: instagram })

  test('the cabinet says why files are not saved there and what to do, and offers no passkey', async ({
    page,
    request,
    mailbox,
  }) => {
    const email = freshEmail(timur)
    await givenLead(request, timur, email)
    await new SignInPage(page, mailbox).signIn(email)
    await page.goto('/profile')
    const note = page.getByText(inAppTexts.noFiles('Instagram'), { exact: false })
    await expect(note.first()).toBeVisible()
    await expect(note.first()).toContainText(inAppTexts.how.ios)
    await expect(page.getByText(/люч доступа/)).toHaveCount(0)
  })
})

test('a Telegram that names itself nowhere is known by its bridge', async ({ page, request }) => {
  await page.addInitScript(() => Object.assign(globalThis, { TelegramWebview: {} }))
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', {
      value:
        'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.6668.100 Mobile Safari/537.36',
    }),
  )
  const { resultToken } = await givenLead(request, timur, freshEmail(timur))
  await page.goto(`/profile?result=${resultToken}`)
  await expect(page.getByText(inAppTexts.noFiles('Telegram'), { exact: false }).first()).toBeVisible()
})
