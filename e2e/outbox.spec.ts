import { aigerim, freshEmail, timur } from '@app/testing/people'
import { expect, test } from './support/fixtures.ts'
import { givenQuizAt } from './support/given-quiz.ts'
import { QuizPage } from './support/quiz-page.ts'
import { listLeads, sessionByCode } from './support/signed-in.ts'

test('a result sent while the server is down arrives once when it is back', async ({
  page,
  mailbox,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  const email = freshEmail(aigerim)
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
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
  await givenQuizAt(page, 'contact', timur)
  await quiz.fillContact(timur, email)

  let lost = 0
  await page.route('**/api/leads', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  const unsent = () => page.evaluate(() => sessionStorage.getItem('yasny-den.unsent'))
  await quiz.submit.click()
  await expect(quiz.result('C2')).toBeVisible()
  expect(await unsent()).toContain(email)
  const again = page.waitForResponse((response) => response.url().endsWith('/api/leads') && response.ok())
  await page.reload()
  await again
  await expect.poll(unsent).toBeNull()

  const leads = await listLeads(request, mailbox, email)
  expect(leads).toHaveLength(1)
  expect(leads[0]).toMatchObject({ category: 'CC2', name: 'Тимур', phone: timur.phone })
})

test('a result of a visitor stays theirs when somebody else signs in before it arrives', async ({
  page,
  mailbox,
  request,
  expectedConsoleErrors,
}) => {
  expectedConsoleErrors.push(/net::ERR|Failed to load resource/)
  const [hers, his] = [freshEmail(aigerim), freshEmail(timur)]
  const quiz = new QuizPage(page)
  await givenQuizAt(page, 'contact', aigerim)
  await quiz.fillContact(aigerim, hers)
  await page.route('**/api/leads', (route) => route.abort('connectionrefused'))
  await quiz.submit.click()
  await expect(quiz.result('A2')).toBeVisible()

  const session = JSON.stringify(await sessionByCode(request, mailbox, his))
  await page.evaluate((value) => localStorage.setItem('supabase.auth.token', value), session)
  await page.unroute('**/api/leads')
  const saved = page.waitForResponse((response) => response.url().endsWith('/api/leads') && response.ok())
  await page.goto('/profile')
  await page.goto('/')
  await saved

  expect(await listLeads(request, mailbox, hers)).toHaveLength(1)
  expect(await listLeads(request, mailbox, his)).toEqual([])
})
