import { holdEffects, openWithoutScript } from './support/before-script.ts'
import { expect, test } from './support/fixtures.ts'
import { pressEscape } from './support/press-escape.ts'

for (const keeps of ['keeps', 'keeps nothing'] as const) {
  test(`what is answered before the script listens is not lost, in a browser that ${keeps} of it`, async ({
    page,
  }) => {
    const script = await holdEffects(page)
    if (keeps === 'keeps nothing') {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'sessionStorage', {
          get: () => {
            throw new DOMException('Access is denied', 'SecurityError')
          },
        })
      })
    }
    const { quiz, release } = await openWithoutScript(page)
    release()
    await script.hasDrawn()
    await quiz.option('gender', 'male').click({ force: true })
    await expect(page.locator('#early')).toBeAttached()
    await quiz.expectAt('age')
    await quiz.option('age', '40-49').click({ force: true })
    await script.goOn()

    await quiz.expectAt('height')
    await expect(page.locator('#early')).toHaveCount(0)
    await page.goBack()
    await quiz.expectAt('age')
    await expect(quiz.option('age', '40-49')).toBeChecked()
    await page.goBack()
    await quiz.expectAt('gender')
    await expect(quiz.option('gender', 'male')).toBeChecked()
  })
}

test('keys do what they did until all of the quiz listens', async ({ page }) => {
  const script = await holdEffects(page)
  const { quiz, release } = await openWithoutScript(page)
  await quiz.option('gender', 'female').focus()
  release()
  await script.hasDrawn()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':focus')).toHaveValue('male')
  await expect(page.locator('input:checked')).toHaveCount(0)
  await expect(page.locator('#early')).toBeAttached()
  await script.goOn()

  await expect(page.locator('#early')).toHaveCount(0)
  await expect(quiz.option('gender', 'male')).toBeFocused()
  await expect(quiz.option('gender', 'male')).not.toBeChecked()
  await page.keyboard.press('2')
  await quiz.expectAt('age')
  await expect(page.locator('#main')).toBeVisible()
})

test('a button pressed before the script listens is heard', async ({ page }) => {
  const forget = page.getByRole('button', { name: 'Забыть это устройство' })
  const { quiz, release } = await openWithoutScript(page)
  await forget.click()
  release()
  const dialog = page.getByRole('dialog', { name: 'Забыть это устройство?' })
  await expect(dialog).toBeVisible()
  await pressEscape(page)
  await quiz.expectAt('gender')
})
