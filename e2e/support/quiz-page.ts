import { optionTexts } from '@app/content/ru/options'
import { stepTexts } from '@app/content/ru/questions'
import { laterQuizTexts } from '@app/content/ru/ui/quiz-later'
import { otherText } from '@app/domain/quiz/health-issues'
import type { ChoiceKey } from '@app/domain/quiz/options'
import { getStep, type Step, type StepId, visibleSteps } from '@app/domain/quiz/steps'
import type { Person } from '@app/testing/people'
import { expect, type Locator, type Page } from '@playwright/test'

/** The quiz as a person meets it: by the question's heading, the option's words and the buttons' names. */
export class QuizPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(path = '/') {
    await this.page.goto(path)
  }

  step(id: StepId): Locator {
    return this.page.locator(`[data-step="${id}"]`)
  }

  get next(): Locator {
    return this.page.getByRole('button', { name: 'Далее', exact: true })
  }

  get back(): Locator {
    return this.page.getByRole('button', { name: 'Назад', exact: true })
  }

  option(key: ChoiceKey, value: string): Locator {
    const role = key === 'healthIssues' ? 'checkbox' : 'radio'
    const text = (optionTexts[key] as Record<string, { label: string }>)[value]
    if (!text) throw new Error(`no option ${value} in ${key}`)
    return this.page.getByRole(role, { name: startingWith(text.label) })
  }

  private question(id: StepId): Locator {
    const { title } = stepTexts[id]
    const known = this.page.getByRole('heading', { name: laterQuizTexts.contact.known })
    const question = this.page.getByRole('heading', { name: asShown(title) })
    // The last step does not ask to be introduced to whom is known.
    return id === 'contact' ? question.or(known) : question
  }

  async expectAt(id: StepId) {
    await expect(this.step(id).filter({ visible: true })).toBeVisible()
    await expect(this.question(id)).toBeVisible()
  }

  /** From a result, Back to the last question and another answer there; ends at the contact. */
  async changeAfterResult() {
    await this.page.goBack()
    await this.expectAt('contact')
    await this.page.goBack()
    await this.expectAt('consultation')
    await this.option('consultation', 'no').click({ force: true })
    await this.expectAt('contact')
  }

  /** Answers the step that is on screen and waits until it has gone. */
  async answer(step: Step, { answers }: Person) {
    await this.expectAt(step.id)
    switch (step.type) {
      case 'welcome':
        await this.step('welcome').getByRole('button').first().click()
        break
      case 'single-choice': {
        const value = answers[step.key]
        if (value === undefined) await this.next.click()
        // By the keyboard: presses that follow as fast as a robot's at one place are taken for the second tap of a double one.
        else await this.option(step.key, value).press('Space')
        break
      }
      case 'multi-choice':
        // A step takes the focus once it hears presses: one that comes with its first frame is taken for the second tap of a double one.
        await expect(this.question(step.id)).toBeFocused()
        for (const issue of answers.healthIssues) {
          const [id = ''] = issue.split(':')
          await this.option('healthIssues', id).check({ force: true })
        }
        if (otherText(answers.healthIssues)) {
          await this.page.getByRole('textbox').fill(otherText(answers.healthIssues))
        }
        await this.next.click()
        break
      case 'number-input':
        await this.page.getByRole('textbox').fill(String(answers[step.key]).replace('.', ','))
        await this.page.keyboard.press('Enter')
        break
      case 'contact-form':
        throw new Error('the contact form is filled by fillContact')
    }
    await expect(this.step(step.id).filter({ visible: true })).toHaveCount(0)
  }

  /** Walks from the step on screen to `until`, which is left unanswered. Returns the ids it passed. */
  async walk(
    person: Person,
    { from = 'welcome', until = 'contact' }: { from?: StepId; until?: StepId } = {},
  ) {
    const ids = visibleSteps(person.answers).map((step) => step.id)
    const way = ids.slice(ids.indexOf(from), ids.indexOf(until))
    for (const id of way) await this.answer(getStep(id), person)
    await this.expectAt(until)
    await expect.poll(() => this.page.evaluate(() => history.state?.quizPlace)).toBe(until)
    return way
  }

  async fillContact({ name, phone }: Person, email: string) {
    await this.page.getByRole('textbox', { name: 'Имя' }).fill(name)
    await this.page.getByRole('textbox', { name: 'Почта' }).fill(email)
    await this.page.getByRole('textbox', { name: 'Телефон' }).fill(phone)
    await this.consent.check({ force: true })
  }

  /** The consent to health data being processed; without it nothing is sent. */
  get consent(): Locator {
    return this.page.getByRole('checkbox').first()
  }

  get submit(): Locator {
    return this.step('contact').getByRole('button', {
      name: /^(Узнать результат|Отправить ещё раз|Отправляем)/,
    })
  }

  result(subcategory: string): Locator {
    return this.page.locator(`[data-subcategory="${subcategory}"]`)
  }
}

/** An accessible name that begins with a label; the label's no-break spaces count as spaces. */
function startingWith(label: string): RegExp {
  return new RegExp(`^${pattern(label)}`)
}

function asShown(text: string): RegExp {
  return new RegExp(pattern(text))
}

function pattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')
}
