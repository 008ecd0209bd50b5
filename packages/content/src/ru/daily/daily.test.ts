import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { categories } from '@app/domain/result/categories'
import { describe, expect, it, test } from 'vitest'
import { type DailyMessage, parseDailyMessage, renderDailyMessage } from './daily-message.ts'
import { loadDailyMessages } from './load-daily-messages.ts'

const messages = loadDailyMessages()
const all = categories.flatMap((category) => messages[category])

test('each category has five days in order, each with a theme of its own', () => {
  for (const category of categories) {
    expect(messages[category].map(({ day }) => day)).toEqual([1, 2, 3, 4, 5])
    expect(messages[category].every((message) => message.category === category)).toBe(true)
  }
  expect(new Set(all.map(({ theme }) => theme)).size).toBe(15)
})

describe.each(all.map((message) => [`${message.category}${message.day}`, message] as const))(
  'the message %s',
  (_, { text, day }) => {
    it('greets by name once, fits a phone and asks for two or three things', () => {
      expect(text).toMatch(/^Доброе утро, \{\{name\}\}!\n\n/)
      expect(text.match(/\{\{/g)).toHaveLength(1)
      expect(text.length).toBeLessThanOrEqual(900)
      expect([2, 3]).toContain(text.match(/^— /gm)?.length)
    })

    it('names no diagnosis and no score', () => {
      expect(text).not.toMatch(
        /диагноз|балл|категори|подкатегори|инсулин|щитовид|климак|менопауз|ваш результат/i,
      )
    })

    it('says on the first day how to stop', () => {
      expect(text.includes('СТОП')).toBe(day === 1)
    })
  },
)

const named = (said: RegExp) =>
  all.filter(({ text }) => said.test(text)).map(({ category, day }) => `${category}${day}`)

test('whoever takes medicine for diabetes is never told to wait with sugar', () => {
  const ofSweets = /сладкое|снова\sпотянет/i
  expect(named(ofSweets)).toEqual(['A4', 'C3', 'C4'])
  const inTime = /Принимаете\sлекарства от\sдиабета.+съешьте сладкое сразу и\sрасскажите врачу/s
  for (const { text } of all.filter((one) => ofSweets.test(one.text))) expect(text).toMatch(inTime)
})

test('a walk is asked for only where a doctor may forbid it', () => {
  expect(named(/пройди|прогул|ходьб|упражнен/i)).toEqual(['A2'])
  expect(all.find(({ category, day }) => category === 'A' && day === 2)?.text).toMatch(/врач ограничил.+103/s)
})

describe('a greeting', () => {
  const message: DailyMessage = {
    day: 1,
    category: 'A',
    theme: 'т',
    text: 'Доброе утро, {{name}}!\n\nТекст.',
  }

  it.each([
    ['Асель', 'Доброе утро, Асель!\n\nТекст.'],
    ['  Асель\n Ж. ', 'Доброе утро, Асель Ж.!\n\nТекст.'],
    ['', 'Доброе утро!\n\nТекст.'],
    ['$& {{name}}', 'Доброе утро, $& {{name}}!\n\nТекст.'],
  ])('to «%s»', (name, text) => {
    expect(renderDailyMessage(message, name)).toBe(text)
  })
})

describe('a damaged file', () => {
  it.each([
    ['Доброе утро', /x\.md: no front matter/],
    ['---\nday: 6\ncategory: A\ntheme: т\n---\nТекст', /x\.md: day/],
    ['---\nday: 1.5\ncategory: A\ntheme: т\n---\nТекст', /x\.md: day/],
    ['---\nday: 1\ncategory: D\ntheme: т\n---\nТекст', /x\.md: category/],
    ['---\nday: 1\ncategory: A\n---\nТекст', /x\.md: theme or text/],
  ])('%j is refused by name', (markdown, message) => {
    expect(() => parseDailyMessage(markdown, 'x.md')).toThrow(message)
  })

  it('is read whatever its line ends, and a colon may stand in a theme', () => {
    const markdown = '---\r\nday: 2\r\ncategory: B\r\ntheme: Сон: начало\r\n---\r\nТекст\r\n'
    expect(parseDailyMessage(markdown, 'x.md')).toEqual({
      day: 2,
      category: 'B',
      theme: 'Сон: начало',
      text: 'Текст',
    })
  })

  it('a missing or doubled day stops the loading', () => {
    const folder = mkdtempSync(join(tmpdir(), 'daily-'))
    const write = (name: string) =>
      writeFileSync(join(folder, name), '---\nday: 1\ncategory: A\ntheme: т\n---\nТекст')
    write('one.md')
    const url = pathToFileURL(`${folder}/`)
    expect(() => loadDailyMessages(url)).toThrow('category A, day 2: no message')
    write('two.md')
    expect(() => loadDailyMessages(url)).toThrow('category A, day 1: more than one message')
    rmSync(folder, { recursive: true })
  })
})
