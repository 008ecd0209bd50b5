import { advance, choose, goBack, startQuiz } from '@app/domain/quiz/machine'
import { steps } from '@app/domain/quiz/steps'
import { aigerim, timur } from '@app/testing/people'
import { describe, expect, it } from 'vitest'
import { deviceKeys, tabKeys } from '#web/lib/device/keys.ts'
import { memoryStore } from '#web/testing/memory-store.ts'
import { readDraft, writeDraft } from '../contact/contact-draft.ts'
import { createQuizStore } from './quiz-store.ts'
import { readAttempt, readSent, savedAttemptKey } from './saved-attempt.ts'

const day = 24 * 60 * 60 * 1000
const contact = { name: 'Айгерим', email: 'aigerim@example.com', phone: '+77010000001' }

function givenPage({ device = memoryStore(), tab = memoryStore(), now = 0 } = {}) {
  let ids = 0
  const timers: (() => void)[] = []
  const setTimer = (run: () => void) => timers.push(run)
  const open = (at = now) =>
    createQuizStore({
      device,
      tab,
      newId: () => `attempt-${at}-${++ids}`,
      now: () => at,
      setTimer,
    })
  return { device, tab, open, timers }
}

/** Walks a fresh attempt to the contact form with a person's answers. */
function answerAll(store: ReturnType<typeof createQuizStore>, { answers } = aigerim) {
  store.change((quiz) => ({ ...quiz, stepId: 'contact', answers }))
}

describe('an unfinished attempt', () => {
  it('comes back on any of the 25 steps with its answers and its id', () => {
    for (const { id } of steps) {
      const { open } = givenPage()
      const before = open()
      before.change((quiz) => ({ ...quiz, stepId: id, answers: aigerim.answers }))
      const after = open().get()
      expect(after.quiz).toEqual({ stepId: id, answers: aigerim.answers, completed: false })
      expect(after.attemptId).toBe(before.get().attemptId)
    }
  })

  it('does not come back beyond the first unanswered question', () => {
    const { open } = givenPage()
    open().change((quiz) => ({ ...quiz, stepId: 'goals' }))
    expect(open().get().quiz.stepId).toBe('gender')
  })

  it('leaves no trace while nothing was answered', () => {
    const { device, open } = givenPage()
    const store = open()
    store.change(advance)
    store.change(goBack)
    expect(device.keys()).toEqual([])
  })

  it('is forgotten after seven days, and leaves the device', () => {
    const { device, open } = givenPage()
    open(0).change((quiz) => advance(choose(advance(quiz), 'gender', 'female')))
    expect(open(7 * day).get().quiz.stepId).toBe('age')
    expect(open(7 * day + 1).get().quiz.stepId).toBe('welcome')
    expect(device.keys()).toEqual([])
  })

  it('is kept no longer on a device whose clock was set back', () => {
    const { open } = givenPage()
    open(8 * day).change((quiz) => advance(choose(advance(quiz), 'gender', 'female')))
    expect(open(0).get().quiz.stepId).toBe('welcome')
  })

  it.each([
    ['broken', '{"version":1,'],
    ['not an object', '[]'],
    ['of another version', '{"version":2,"attemptId":"a","savedAt":0,"stepId":"age"}'],
    ['without an id', '{"version":1,"savedAt":0,"stepId":"age"}'],
  ])('starts anew when the record is %s', (_, record) => {
    const { open } = givenPage({ device: memoryStore({ [savedAttemptKey]: record }) })
    expect(open().get().quiz.stepId).toBe('welcome')
  })

  it('keeps working when the browser stores nothing', () => {
    const refusing = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
    const store = createQuizStore({
      device: refusing,
      tab: refusing,
      newId: () => 'a',
      now: () => 0,
      setTimer: () => 0,
    })
    store.change((quiz) => choose(advance(quiz), 'gender', 'male'))
    expect(store.get().quiz.answers.gender).toBe('male')
  })
})

describe('a finished attempt', () => {
  it('leaves the device for the tab, and the result survives a reload', () => {
    const { device, tab, open } = givenPage()
    const store = open()
    answerAll(store)
    writeDraft(tab, contact)
    store.finish('Айгерим')
    expect(device.keys()).toEqual([])
    expect(tab.keys()).toEqual([tabKeys.result])

    const reloaded = open().get()
    expect(reloaded.quiz.completed).toBe(true)
    expect(reloaded.finished).toEqual({
      attemptId: store.get().attemptId,
      answers: aigerim.answers,
      name: 'Айгерим',
    })
  })

  it('is not finished while a question is open', () => {
    const { open } = givenPage()
    const store = open()
    store.change(advance)
    store.finish('Айгерим')
    expect(store.get().quiz.completed).toBe(false)
  })

  it('can be looked back from, and Forward finds the result again', () => {
    const { device, open } = givenPage()
    const store = open()
    answerAll(store)
    store.finish('Айгерим')
    store.show('consultation')
    expect(store.get().quiz).toMatchObject({ stepId: 'consultation', completed: false })
    expect(device.keys()).toEqual([])
    store.show('result')
    expect(store.get().quiz.completed).toBe(true)
  })

  it('there is no result to show before one was reached', () => {
    const store = givenPage().open()
    store.show('result')
    expect(store.get().quiz).toMatchObject({ stepId: 'welcome', completed: false })
  })
})

describe('the id an attempt is sent under', () => {
  it('stays the same however often the same form is submitted', () => {
    const store = givenPage().open()
    answerAll(store)
    const first = store.submit(contact)
    expect(store.submit({ ...contact })).toBe(first)
  })

  it('is a new one when the contact is corrected after it was sent', () => {
    const store = givenPage().open()
    answerAll(store)
    const first = store.submit(contact)
    expect(store.submit({ ...contact, email: 'corrected@example.com' })).not.toBe(first)
  })

  it('is a new one when answers change after the result, even over a reload', () => {
    const { open } = givenPage()
    const store = open()
    answerAll(store)
    const first = store.submit(contact)
    store.finish('Айгерим')
    const reloaded = open()
    reloaded.show('contact')
    reloaded.change((quiz) => choose(quiz, 'goals', 'sleep'))
    expect(reloaded.submit(contact)).not.toBe(first)
  })

  it('is a new one after starting over, also for the same answers and contact', () => {
    const store = givenPage().open()
    answerAll(store)
    const first = store.submit(contact)
    store.finish('Айгерим')
    store.restart()
    answerAll(store)
    expect(store.submit(contact)).not.toBe(first)
  })

  it('is the one that was sent once starting over was taken back', () => {
    const store = givenPage().open()
    answerAll(store)
    const first = store.submit(contact)
    store.finish('Айгерим')
    store.restart()
    store.undoRestart()
    store.show('contact')
    expect(store.submit(contact)).toBe(first)
  })
})

it('starting over leaves nothing behind', () => {
  const { device, tab, open } = givenPage()
  const store = open()
  answerAll(store, timur)
  writeDraft(tab, contact)
  device.setItem(deviceKeys.paymentIntent, '{}')
  device.setItem(deviceKeys.ticks, '{}')
  const { attemptId } = store.get()
  store.restart()
  expect([...device.keys(), ...tab.keys()]).toEqual([])
  expect(store.get()).toMatchObject({ quiz: { stepId: 'welcome', answers: { healthIssues: ['none'] } } })
  expect(store.get().attemptId).not.toBe(attemptId)
  expect(readDraft(tab)).toEqual({ name: '', email: '', phone: '' })
})

describe('starting over', () => {
  it('can be taken back until the next answer, with everything it wiped', () => {
    const { device, tab, open } = givenPage()
    const store = open()
    answerAll(store)
    writeDraft(tab, contact)
    const before = store.get()
    store.restart()
    expect([...device.keys(), ...tab.keys()]).toEqual([])
    expect(store.isWiped()).toBe(true)

    store.undoRestart()
    expect(store.get()).toEqual(before)
    expect(readDraft(tab)).toEqual(contact)
    expect(open().get().quiz.answers).toEqual(aigerim.answers)
  })

  it('brings a result back with what opens it on the server', () => {
    const { tab, open } = givenPage()
    const store = open()
    answerAll(store)
    store.finish('Айгерим')
    tab.setItem(tabKeys.receipt, 'receipt')
    store.restart()
    expect(tab.keys()).toEqual([])
    store.undoRestart()
    expect(store.get().quiz.completed).toBe(true)
    expect(tab.getItem(tabKeys.receipt)).toBe('receipt')
  })

  it('brings back the order that waits to be paid, and what was ticked off', () => {
    const { device, open } = givenPage()
    const store = open()
    answerAll(store)
    const kept = { [deviceKeys.paymentIntent]: '{"id":"pi_1"}', [deviceKeys.ticks]: '{"A2":["Обед"]}' }
    for (const [key, value] of Object.entries(kept)) device.setItem(key, value)
    store.restart()
    for (const key of Object.keys(kept)) expect(device.getItem(key)).toBeNull()
    store.undoRestart()
    for (const [key, value] of Object.entries(kept)) expect(device.getItem(key)).toBe(value)
  })

  it('is for good once a question is answered anew, or the moment has passed', () => {
    const { open, timers } = givenPage()
    const store = open()
    answerAll(store)
    store.restart()
    store.change(advance)
    expect(store.isWiped()).toBe(true)
    store.change((quiz) => choose(quiz, 'gender', 'male'))
    store.undoRestart()
    expect(store.get().quiz.answers).toMatchObject({ gender: 'male' })
    expect(store.get().quiz.answers.age).toBeUndefined()

    answerAll(store)
    store.restart()
    timers[0]?.()
    expect(store.isWiped()).toBe(true)
    timers[1]?.()
    expect(store.isWiped()).toBe(false)
    store.undoRestart()
    expect(store.get().quiz.answers.gender).toBeUndefined()
  })

  it('is for good once another tab has gone on', () => {
    const store = givenPage().open()
    answerAll(store)
    store.restart()
    store.follow(null)
    expect(store.isWiped()).toBe(false)
  })
})

describe('an attempt looked back at from its result', () => {
  function givenResult() {
    const page = givenPage()
    const store = page.open()
    answerAll(store)
    const sentId = store.submit(contact)
    store.finish('Айгерим')
    store.show('contact')
    store.show('consultation')
    return { ...page, store, sentId }
  }

  it('leaves no trace on the device while nothing in it has changed', () => {
    const { device, store } = givenResult()
    store.change(advance)
    expect(store.get().quiz.stepId).toBe('contact')
    store.restart()
    store.undoRestart()
    expect(device.keys()).toEqual([])
  })

  it('is found by a new tab under an id that nothing was sent under', () => {
    const { device, store, sentId } = givenResult()
    store.change((quiz) => choose(quiz, 'goals', 'sleep'))
    const second = givenPage({ device, now: 1 }).open()
    expect(second.get().quiz.answers.goals).toBe('sleep')
    answerAll(second, timur)
    expect(second.submit({ ...contact, email: 'timur@example.com' })).not.toBe(sentId)
  })

  it('is the one that was sent when it is submitted as it was, also after a reload', () => {
    const { open, store, sentId } = givenResult()
    store.change(advance)
    expect(store.submit(contact)).toBe(sentId)
    store.finish('Айгерим')

    const reloaded = open(1)
    reloaded.show('contact')
    expect(reloaded.submit(contact)).toBe(sentId)
    expect(reloaded.submit({ ...contact, email: 'corrected@example.com' })).not.toBe(sentId)
  })

  it('shows the result of the one that was sent when its answers are what they were again', () => {
    const { device, store, sentId } = givenResult()
    const { goals = 'sleep' } = aigerim.answers
    store.change((quiz) => choose(quiz, 'goals', 'sleep'))
    store.change((quiz) => choose(quiz, 'goals', goals))
    expect(store.submit(contact)).toBe(sentId)
    store.finish('Айгерим')
    expect(store.get()).toMatchObject({ attemptId: sentId, finished: { attemptId: sentId } })
    expect(device.keys()).toEqual([])
  })

  it('stays off the device when another tab begins and ends a test meanwhile', () => {
    const { device, store, sentId } = givenResult()
    store.follow(null)
    store.show('goals')
    expect(store.get().attemptId).toBe(sentId)
    expect(device.keys()).toEqual([])
    store.restart()
    expect(store.get().quiz.answers).toEqual({ healthIssues: ['none'] })
  })

  it('stays where it is when another tab begins a test, also after a reload', () => {
    const { device, open, store, sentId } = givenResult()
    const other = givenPage({ device, now: 1 }).open()
    other.change((quiz) => choose(advance(quiz), 'gender', 'male'))
    store.follow(other.get())
    expect(store.get()).toMatchObject({ attemptId: sentId, quiz: { stepId: 'consultation' } })

    const reloaded = open(2)
    expect(reloaded.get()).toMatchObject({ attemptId: sentId, quiz: { answers: aigerim.answers } })
    reloaded.show('contact')
    reloaded.show('result')
    expect(reloaded.get().quiz.completed).toBe(true)
    expect(device.getItem(savedAttemptKey)).toContain('"gender":"male"')
  })

  it('that was changed goes with another tab, and a reload brings back what was on screen', () => {
    const { device, open, store } = givenResult()
    store.change((quiz) => choose(quiz, 'goals', 'sleep'))
    device.removeItem(savedAttemptKey)
    const other = givenPage({ device, now: 1 }).open()
    answerAll(other, timur)
    store.follow(other.get())
    const { attemptId, quiz } = store.get()
    expect(quiz.answers).toEqual(timur.answers)
    expect(open(2).get()).toMatchObject({ attemptId, quiz: { answers: timur.answers } })
  })

  it('leaves the device with the result shown, also when another tab has ended what was changed in it', () => {
    const { device, open, store } = givenResult()
    store.change((quiz) => choose(quiz, 'goals', 'sleep'))
    device.removeItem(savedAttemptKey)
    store.follow(null)
    store.show('goals')
    expect(device.keys()).toEqual([savedAttemptKey])
    const reloaded = open(1)
    reloaded.show('result')
    expect(device.keys()).toEqual([])
  })

  it('leaves the device when Forward shows the result again, also after a reload', () => {
    const { device, open, store } = givenResult()
    store.change((quiz) => choose(quiz, 'goals', 'sleep'))
    expect(device.keys()).toEqual([savedAttemptKey])
    const reloaded = open(1)
    reloaded.show('result')
    expect(device.keys()).toEqual([])
    expect(reloaded.get().quiz).toMatchObject({ completed: true, answers: aigerim.answers })
  })
})

describe('another tab of the device', () => {
  it('keeps its attempt when this one shows a result, finishes or starts over', () => {
    const { device, tab, open } = givenPage()
    const first = open(0)
    answerAll(first)
    first.finish('Айгерим')
    const second = createQuizStore({
      device,
      tab: memoryStore(),
      newId: () => 'of the second',
      now: () => 0,
      setTimer: () => 0,
    })
    second.change((quiz) => ({ ...quiz, stepId: 'goals', answers: timur.answers }))
    const kept = device.getItem(savedAttemptKey)

    const reloaded = open(1)
    reloaded.show('result')
    expect(reloaded.get().quiz).toMatchObject({ completed: true, answers: aigerim.answers })
    expect(device.getItem(savedAttemptKey)).toBe(kept)

    reloaded.restart()
    expect(device.getItem(savedAttemptKey)).toBe(kept)
    expect(tab.keys()).toEqual([])
    expect(reloaded.get()).toMatchObject({ attemptId: 'of the second', finished: null })
  })

  it('is followed in what it answered', () => {
    const { open } = givenPage()
    const [first, second] = [open(), open()]
    answerAll(first)
    second.follow({ attemptId: first.get().attemptId, quiz: first.get().quiz })
    expect(second.get()).toEqual(first.get())
  })

  it('that finished or wiped the attempt leaves this one its answers, under an id of its own', () => {
    const store = givenPage().open()
    answerAll(store)
    const { attemptId, quiz } = store.get()
    store.follow(null)
    expect(store.get().quiz).toBe(quiz)
    expect(store.get().attemptId).not.toBe(attemptId)
  })

  it('that has sent what both have answered says under which id, until an answer changes', () => {
    const device = memoryStore()
    const open = () => givenPage({ device }).open()
    const [first, second] = [open(), open()]
    answerAll(first)
    second.follow(readAttempt(device, 0))
    const said: (string | null)[] = []
    const { setItem } = device
    device.setItem = (key, value) => {
      said.push(value)
      setItem(key, value)
    }
    const sentId = first.submit(contact)
    const sent = readSent(said.at(-1) ?? null)
    expect(sent).toMatchObject({ sentId })
    expect(device.keys()).toEqual([])
    if (!sent) return
    second.hearOfSent(sent)
    second.follow(null)
    expect(second.get()).toMatchObject({ sentElsewhere: sentId })
    second.change(goBack)
    expect(second.get()).toMatchObject({ sentElsewhere: sentId })
    second.change((quiz) => choose(quiz, 'goals', 'sleep'))
    expect(second.get().sentElsewhere).toBeUndefined()
  })

  it('that has sent it has its result shown here', () => {
    const store = givenPage().open()
    answerAll(store)
    const { attemptId } = store.get()
    store.hearOfSent({ attemptId, sentId: 'of the other tab' })
    store.finishSent('Айгерим')
    expect(store.get()).toMatchObject({ attemptId: 'of the other tab', quiz: { completed: true } })
  })

  it('that submits or answers in the same moment changes nothing of what this one ends', () => {
    for (const saved of [
      null,
      { attemptId: 'of another tab', quiz: { ...startQuiz(), answers: timur.answers } },
    ]) {
      const store = givenPage().open()
      answerAll(store)
      const sentId = store.submit(contact)
      store.follow(saved)
      store.finish('Айгерим')
      expect(store.get()).toMatchObject({
        attemptId: sentId,
        quiz: { answers: aigerim.answers, completed: true },
      })
    }
  })

  it('takes no result off the screen', () => {
    const { open } = givenPage()
    const [first, second] = [open(), open()]
    answerAll(first)
    first.finish('Айгерим')
    answerAll(second, timur)
    first.follow(second.get())
    expect(first.get().quiz).toMatchObject({ completed: true, answers: aigerim.answers })
  })
})
