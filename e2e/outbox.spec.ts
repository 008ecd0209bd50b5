import { aigerim, freshEmail, timur } from '@app/testing/people'
import { expect, test } from './fixtures.ts'
import { QuizPage } from './quiz-page.ts'
import { listLeads } from './signed-in.ts'

test('a result sent while the server is down arrives once when it is back', async ({
  page,
  mailbox,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  const email = freshEmail(aigerim)
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(aigerim)
  await quiz.fillContact(aigerim, email)

  await page.route('**/api/leads', (route) => route.abort('connectionrefused'))
  await quiz.submit.click()
  await expect(quiz.result('A2')).toBeVisible()

  await page.unroute('**/api/leads')
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/leads') && response.ok())
  await page.reload()
  await saved
  await page.reload()

  await expect.poll(async () => (await listLeads(request, mailbox, email)).length).toBe(1)
})

test('a lost answer of the server does not make a second lead', async ({
  page,
  mailbox,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  const email = freshEmail(timur)
  const quiz = new QuizPage(page)
  await quiz.open()
  await quiz.walk(timur)
  await quiz.fillContact(timur, email)

  let lost = 0
  await page.route('**/api/leads', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
  const again = page.waitForResponse((response) => response.url().endsWith('/api/leads') && response.ok())
  await page.reload()
  await again

  const leads = await listLeads(request, mailbox, email)
  expect(leads).toHaveLength(1)
  expect(leads[0]).toMatchObject({ category: 'CC2', name: 'Тимур', phone: timur.phone })
})
